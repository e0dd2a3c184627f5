// Tests how a form with one file is read: as browsers write it, whole or in pieces; what no browser sends is refused, at a bounded cost.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { buffer } from 'node:stream/consumers';
import { CodedError } from '../../src/errors.ts';
import { readFileForm } from '../../src/http/file-form.ts';
import { problem } from '../../src/http/problem.ts';
import { BOUNDARY, fileForm } from '../support/web-session.ts';

const MAX_BYTES = 1_000_000;

/** Answers with the file, or with what is wrong with the form. */
const server = createServer((asked, reply) => {
  read(asked).then(
    (answer) => reply.end(answer),
    (error: unknown) => {
      const fault = error instanceof CodedError ? error.public : { code: String(error) };
      reply.writeHead(400, { connection: 'close' }).end(JSON.stringify(fault));
    },
  );
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close().closeAllConnections());

async function read(asked: IncomingMessage): Promise<Buffer> {
  const file = await readFileForm(asked, MAX_BYTES);
  if (asked.url === '/discarded') {
    await file.discard();
    return Buffer.from(`complete: ${asked.complete}`);
  }
  const bytes = await buffer(file.content).finally(() => file.discard());
  return Buffer.concat([Buffer.from(`${file.isChosen} ${file.declaredBytes} `), bytes]);
}

const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Sends the pieces one after the other. Without an end, the connection is cut off. */
function send(
  pieces: Buffer[],
  { path = '/', type = TYPE, length = true, isCutOff = false } = {},
): Promise<{ status: number; text: string }> {
  const { port } = server.address() as AddressInfo;
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const headers = { 'content-type': type, ...(length && { 'content-length': String(size + (isCutOff ? 10 : 0)) }) };
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, method: 'POST', headers }, (reply) => {
      void buffer(reply).then((bytes) => resolve({ status: reply.statusCode ?? 0, text: bytes.toString('latin1') }));
    });
    asked.on('error', reject);
    asked.setNoDelay(true);
    void (async () => {
      for (const piece of pieces) await new Promise((written) => asked.write(piece, written));
      if (isCutOff) asked.destroy();
      else asked.end();
    })();
  });
}

const inPieces = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));

/** Has the beginnings of the delimiter again and again. */
const TRICKY = `${`\r\n--${BOUNDARY.slice(0, -1)}`.repeat(20)}\r\n--\r\n\r\n--${BOUNDARY.slice(0, 5)}\r`;

describe('a form with one file', () => {
  for (const size of [1, 7, 64, 100_000])
    test(`gives the bytes of the file, in pieces of ${size}`, async () => {
      for (const content of ['', 'x', '\r\n', TRICKY]) {
        const { text } = await send(inPieces(fileForm(content), size));
        assert.equal(text, `true ${content.length} ${content}`);
      }
    });

  test('is read whatever quotes its boundary and the name of its file have', async () => {
    const quoted = `multipart/form-data; boundary="${BOUNDARY}"`;
    assert.equal((await send([fileForm('a', String.raw`a \"b\" %22.zip`)], { type: quoted })).text, 'true 1 a');
  });

  test('without a chosen file says so', async () => {
    assert.equal((await send([fileForm('', '')])).text, 'false 0 ');
  });

  test('without a length has a file of unknown size', async () => {
    assert.equal((await send([fileForm('abc')], { length: false })).text, 'true undefined abc');
  });

  test('is read to its end if nobody wants the file, but not further than a file may be large', async () => {
    const large = Buffer.alloc(900_000);
    assert.equal((await send([fileForm(large)], { path: '/discarded' })).text, 'complete: true');
    const tooLarge = await send([fileForm(Buffer.alloc(9_000_000))], { path: '/discarded' }).catch(() => 'closed');
    if (tooLarge !== 'closed') assert.deepEqual(tooLarge, { status: 200, text: 'complete: false' });
  });
});

const part = (head: string, content = 'x') => `--${BOUNDARY}\r\n${head}\r\n\r\n${content}`;
const FILE = 'Content-Disposition: form-data; name="archive"; filename="a.zip"';
const END = `\r\n--${BOUNDARY}--\r\n`;

const refused: [what: string, body: string][] = [
  ['text before the first part', `preamble\r\n${part(FILE)}${END}`],
  ['another boundary', part(FILE).replace(BOUNDARY, 'other') + END],
  ['a field that is no file', part('Content-Disposition: form-data; name="a"') + END],
  ['a second file', `${part(FILE)}\r\n${part(FILE)}${END}`],
  ['a field after the file', `${part(FILE)}\r\n${part('Content-Disposition: form-data; name="a"')}${END}`],
  ['text after the end', `${part(FILE)}${END}and more`],
  ['64 KiB of headers of its part', part(`${FILE}\r\nX-Long: ${'a'.repeat(65_536)}`) + END],
  ['thousands of headers of its part', part(`${FILE}${'\r\nA: b'.repeat(10_000)}`) + END],
  ['headers that do not end', `--${BOUNDARY}\r\n${'A: b\r\n'.repeat(10_000)}`],
  ['no end', part(FILE, 'x'.repeat(1_000))],
  ['an end that is cut off', `${part(FILE)}\r\n--${BOUNDARY}-`],
];

describe('refused is a form with', () => {
  for (const [what, body] of refused)
    for (const size of [1_000, 1_000_000])
      test(`${what}, in pieces of ${size}`, async () => {
        const { status, text } = await send(inPieces(Buffer.from(body), size));
        assert.equal(status, 400);
        assert.equal(JSON.parse(text).code, 'invalid_request', text);
      });

  test('another type, no boundary, or one that is too long', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/mixed; boundary=a',
      `multipart/form-data; boundary=${'a'.repeat(71)}`,
      'multipart/form-data; boundary=a; boundary=b',
    ]) {
      const { text } = await send([fileForm('a')], { type });
      assert.equal(JSON.parse(text).code, 'unsupported_media_type', type);
    }
  });
});

test('what is left of a form that came too slowly is not waited for', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  server.once('request', (asked: IncomingMessage) => {
    const timer = setTimeout(() => asked.emit('error', problem('request_timeout', 'The body came too slowly.')), 50);
    asked.once('close', () => clearTimeout(timer));
    resolve(undefined);
  });
  const { port } = server.address() as AddressInfo;
  const headers = { 'content-type': TYPE, 'content-length': '10000' };
  const asked = request({ port, path: '/slow', method: 'POST', headers });
  asked.write(fileForm('x'.repeat(100)).subarray(0, 150));
  await promise;
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  assert.equal(JSON.parse((await buffer(reply)).toString()).code, 'request_timeout');
  asked.destroy();
});

test('whoever leaves before the end leaves nothing that waits', async () => {
  const before = Promise.withResolvers<unknown>();
  server.once('request', (asked: IncomingMessage) => asked.once('close', () => before.resolve(asked.complete)));
  await send([fileForm('x'.repeat(100)).subarray(0, 150)], { isCutOff: true }).catch(() => undefined);
  assert.equal(await before.promise, false);
});
