// The limit of what Node can do: a plain `node:http` server that answers every request with the same ready-made 1.5 KB.
import { createServer } from 'node:http';

const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(1_489) }));
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };

// Without `optimizeEmptyRequests` or any other setting: what a program gets that does nothing about speed.
createServer((_request, response) => {
  response.writeHead(200, headers).end(body);
}).listen(Number(process.env['PORT']), '127.0.0.1');
