// Processes behind a balancer, for tests of its configuration: small servers that listen as a process of the catalog would.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export const json: RequestListener = (_request, reply) =>
  void reply.setHeader('content-type', 'application/json').end('{}');
/** Gone in the midst of a request, as a process that is killed; checks of its health are answered. */
export const dies: RequestListener = (request, reply) =>
  /^\/(readyz|healthz)$/.test(request.url ?? '') ? json(request, reply) : void request.socket.destroy();

export interface Upstream extends AsyncDisposable {
  port: number;
  /** The requests that have arrived, each as `METHOD path`, without checks of health. */
  seen: string[];
}

export async function startUpstream(answer: RequestListener = json): Promise<Upstream> {
  const seen: string[] = [];
  const server = createServer((request, reply) => {
    if (!/^\/(readyz|healthz)$/.test(request.url ?? '')) seen.push(`${request.method} ${request.url}`);
    answer(request, reply);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** It answers with its pid, in a header and as its body, and writes down what arrives. */
const PROGRAM = `
  const seen = [];
  const server = require('node:http').createServer((request, reply) => {
    if (request.url === '/seen') return reply.end(JSON.stringify(seen));
    if (!/^\\/(readyz|healthz)$/.test(request.url)) seen.push(request.method);
    reply.setHeader('x-process', process.pid).end(String(process.pid));
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
  process.on('disconnect', () => process.exit());`;

export interface Pausable extends AsyncDisposable {
  port: number;
  pid: string;
  /** It stands still, as a machine does that is paused: the kernel takes connections, and nobody answers. */
  pause(): void;
  /** It goes on. Returns the methods of the requests that have arrived by then. */
  resume(): Promise<string[]>;
}

/** A server in a process of its own, which can be paused. */
export async function startPausable(): Promise<Pausable> {
  const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  const port = Number(line);
  return {
    port,
    pid: String(child.pid),
    pause: () => void child.kill('SIGSTOP'),
    async resume() {
      child.kill('SIGCONT');
      return (await (await fetch(`http://127.0.0.1:${port}/seen`)).json()) as string[];
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Reads that are sent at once, so that each process has some of them. */
export async function assertReadsAnsweredBy({ pid }: Pausable, url: string): Promise<void> {
  const methods = ['GET', 'HEAD', 'GET', 'HEAD'];
  const replies = await Promise.all(methods.map((method) => fetch(`${url}/v1/realms`, { method })));
  for (const { status, headers } of replies) assert.deepEqual([status, headers.get('x-process')], [200, pid]);
}
