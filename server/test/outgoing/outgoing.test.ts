// What other servers answer is read within bounds of bytes, depth and time, and no redirect is followed.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { ask } from '../../src/http/outgoing.ts';
import { drip, endless, json, startHostileServer, upgrade, type Answer } from '../support/servers/hostile.ts';

const KIB_128 = 128 * 1_024;
/** What sockets hold between two processes of a machine, generously. */
const MAX_SENT_BYTES = 16 * 1_024 ** 2;
const NEVER_MS = 600_000;

async function asked(answer: Answer, bounds?: Parameters<typeof ask>[2]) {
  await using server = await startHostileServer(answer);
  try {
    const response = await ask(server.url, {}, bounds);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    await server.idle();
    return { error: error as Error, asked: server.asked, sentBytes: server.sentBytes };
  }
}

const nested =
  (levels: number): Answer =>
  (response) =>
    response.end('['.repeat(levels) + ']'.repeat(levels));

describe('an answer', () => {
  test('of a bounded size is given whole, with its status, also in chunks of one byte', async () => {
    const text = randomBytes(KIB_128 / 2).toString('hex');
    assert.deepEqual(await asked((response) => response.writeHead(404).end(text)), { status: 404, text });
    const inBytes: Answer = async (response) => {
      for (const letter of text.slice(0, 10_000)) if (!response.write(letter)) await once(response, 'drain');
      response.end();
    };
    assert.deepEqual(await asked(inBytes), { status: 200, text: text.slice(0, 10_000) });
    assert.deepEqual(await asked((response) => response.writeHead(204).end()), { status: 204, text: '' });
  });

  const tooLarge: Record<string, Answer> = {
    'of one byte too many': (response) => response.end(Buffer.alloc(KIB_128 + 1, ' ')),
    'that never ends': (response) => endless(response),
    'that says that it has 1 GB': (response) => endless(response.writeHead(200, { 'content-length': '1000000000' })),
    'that never ends, compressed': (response) => endless(response.writeHead(200, { 'content-encoding': 'gzip' })),
    'of an error that never ends': (response) => endless(response.writeHead(500)),
  };
  for (const [name, answer] of Object.entries(tooLarge))
    test(`${name} is cut off, and its connection ends`, async () => {
      const { error, sentBytes = 0 } = await asked(answer, { maxBytes: KIB_128, timeoutMs: NEVER_MS });
      assert.match(String(error), /more than 131072 bytes/);
      assert.ok(sentBytes < MAX_SENT_BYTES, `${sentBytes} bytes`);
    });

  const late: Record<string, Answer> = {
    'that does not begin': () => undefined,
    'that stands still': (response) => response.write('{'),
    'that begins, and begins again': (response) => {
      const hint = () =>
        response.destroyed || (response.writeEarlyHints({ link: '</>; rel=preload' }), setImmediate(hint));
      hint();
    },
    'of one byte now and then': drip,
  };
  for (const [name, answer] of Object.entries(late))
    test(`${name} is given up when its time is over`, async () => {
      const { error } = await asked(answer, { maxBytes: KIB_128, timeoutMs: 200 });
      assert.equal(error?.name, 'AbortError');
    });

  const none: Record<string, Answer> = {
    'of another protocol': upgrade,
    'of nothing': ({ socket }) => socket?.end(),
  };
  for (const [name, answer] of Object.entries(none))
    test(`${name} is an error at once, not when its time is over`, async () => {
      const { error } = await asked(answer, { maxBytes: KIB_128, timeoutMs: NEVER_MS });
      assert.match(String(error), /without an answer|socket hang up/);
    });

  for (const status of [301, 302, 303, 307, 308])
    test(`with a redirect (${status}) is an error: nothing else is asked`, async () => {
      const { error, asked: paths } = await asked((response) =>
        response.writeHead(status, { location: '/elsewhere' }).end(),
      );
      assert.match(String(error), /leads elsewhere/);
      assert.deepEqual(paths, ['/']);
    });

  test('with headers of 17 KiB is an error', async () => {
    const { error } = await asked((response) => response.writeHead(200, { 'x-long': 'x'.repeat(17 * 1_024) }).end());
    assert.match(String(error), /Header overflow/);
  });

  test('of JSON that is nested too deeply is an error', async () => {
    assert.equal((await asked(nested(32))).status, 200);
    assert.match(String((await asked(nested(33))).error), /nested too deeply/);
    assert.equal((await asked((response) => void json(response, { deep: '['.repeat(1_000) }))).status, 200);
  });
});
