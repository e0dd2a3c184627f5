// What 64 KiB can hold besides one request: many small ones, and bodies in the smallest pieces.
import { KIB_64, type Target, type WorstCase } from './case.ts';
import { requestBytes } from './request-bytes.ts';

const REASON = 'an address can do so three times in a minute';

/** As many of a request as 64 KiB hold; the last one closes the connection. */
export function pipelined(target: Target, method: string, path: string, headers: Record<string, string> = {}): Buffer {
  const parts = { method, path, headers: { ...headers, host: 'a' } };
  const [one, last] = [false, true].map((isLast) => requestBytes(target, { ...parts, isLast }));
  if (!one || !last) throw new Error('there is no request');
  const count = Math.floor((KIB_64 - last.length) / one.length);
  return Buffer.concat([...Array.from({ length: count }, () => one), last]);
}

/** A body in chunks of one byte, which take six on the wire. */
function chunked(length: number): string {
  return `${'1\r\na\r\n'.repeat(length)}0\r\n\r\n`;
}

const chunks = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };

export const connectionCases: WorstCase[] = [
  {
    name: 'As many requests as 64 KiB hold, sent at once',
    variants: [
      { name: 'GET /', bytes: (target) => pipelined(target, 'GET', '/') },
      { name: 'GET /healthz', bytes: (target) => pipelined(target, 'GET', '/healthz') },
      { name: 'OPTIONS', bytes: (target) => pipelined(target, 'OPTIONS', '*') },
      { name: 'a list', bytes: (target) => pipelined(target, 'GET', '/v1/realms') },
      {
        name: 'a search',
        bytes: (target, number) => pipelined(target, 'GET', `/v1/realms?search=e+a&offset=${number}`),
      },
      { name: 'an unknown realm', bytes: (target) => pipelined(target, 'GET', '/v1/realms/x') },
      {
        name: 'a bad credential',
        bytes: (target) => pipelined(target, 'GET', '/v1/me', { authorization: 'Bearer x' }),
      },
      { name: 'statistics', bytes: (target) => pipelined(target, 'GET', '/v1/stats') },
      { name: 'the reference', bytes: (target) => pipelined(target, 'GET', '/docs') },
      { name: 'OAuth', bytes: (target) => pipelined(target, 'GET', '/oauth/device') },
      {
        name: 'a download',
        bytes: (target) => pipelined(target, 'POST', `/v1/realms/${target.slug}/download`, { 'content-length': '0' }),
      },
      {
        name: 'a key',
        bytes: (target) => pipelined(target, 'GET', '/v1/me', { authorization: `Bearer ${target.key}` }),
      },
      {
        name: 'creation',
        bytes: (target, number) =>
          pipelined(target, 'POST', `/v1/realms?name=a${number}&description=b&category=c`, {
            authorization: `Bearer ${target.key}`,
            'content-length': '0',
          }),
      },
    ],
    statuses: [200, 201, 204, 302, 303, 400, 401, 403, 404, 405, 429, 503],
    isClosed: true,
    reason: REASON,
    repetitions: { timed: 3, kept: 20 },
  },
  {
    name: 'A body in chunks of one byte',
    variants: [
      {
        name: '64 KiB of JSON',
        bytes: (target) =>
          requestBytes(target, { method: 'POST', path: '/v1/auth/login', headers: chunks, body: chunked(65_000) }),
      },
      {
        name: '10,900 of them',
        bytes: (target) =>
          requestBytes(target, { method: 'POST', path: '/v1/auth/login', headers: chunks, body: chunked(10_900) }),
      },
      {
        name: '1 MiB of them as an archive',
        bytes: async (target) =>
          requestBytes(target, {
            method: 'PUT',
            path: `/v1/realms/${target.slug}/upload`,
            headers: {
              ...chunks,
              'content-type': 'application/gzip',
              authorization: `Bearer ${await target.openUpload()}`,
            },
            body: chunked(174_000),
          }),
      },
      {
        name: '54 KiB of a form',
        bytes: (target) =>
          requestBytes(target, {
            method: 'POST',
            path: '/oauth/token',
            headers: { ...chunks, 'content-type': 'application/x-www-form-urlencoded' },
            body: chunked(54_000),
          }),
      },
    ],
    statuses: [400],
    reason: REASON,
    repetitions: { timed: 3, kept: 20 },
  },
  {
    name: 'Bytes that are not HTTP',
    variants: [
      { name: 'zeros', bytes: () => Buffer.alloc(KIB_64) },
      { name: 'a line without an end', bytes: () => Buffer.alloc(KIB_64, 'G') },
      { name: 'a header without an end', bytes: () => Buffer.from(`GET / HTTP/1.1\r\na: ${'a'.repeat(KIB_64)}`) },
      {
        name: 'chunk extensions',
        bytes: (target) =>
          requestBytes(target, {
            method: 'POST',
            path: '/v1/auth/login',
            headers: chunks,
            body: `1;${'a'.repeat(KIB_64)}\r\n`,
          }),
      },
    ],
    statuses: [400, 413, 431],
  },
];
