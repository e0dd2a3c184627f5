// The clock jumps by a day, forwards and backwards, under a running server.
import assert from 'node:assert/strict';
import type { Reply } from '../server/test/support/harness.ts';
import { aCatalog, type Tortured } from './catalog.ts';
import type { Fault } from './fault.ts';
import { anArchive, create, download, expect, logIn, openAccount, publish, refresh } from './visits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIMIT = 60;
const preload = new URL('./shifted-clock.ts', import.meta.url).href;

export const clock: Fault = {
  about: 'clock jumps of ±24 h: no limit stuck or lost, no link or key stuck, counts and orders stay right',
  async run() {
    const env: Record<string, string> = { RATE_LIMIT_FREE: String(LIMIT) };
    await using catalog = await aCatalog({ env, node: ['--import', preload] });
    const { url } = catalog;
    await catalog.start();
    const key = await openAccount(url);
    const withKey = { authorization: `Bearer ${key}` };
    const { slug } = await publish(url, key, 'Kept', anArchive());
    let shift = 0;
    const jumpTo = async (to: number) => {
      shift = to;
      await catalog.tell({ shift });
    };
    const ours = () => Date.now() + shift;
    const linkOf = async () => {
      const reply = expect(200, await download(url, slug, withKey));
      const { downloadUrl, expiresAt } = reply.body as { downloadUrl: string; expiresAt: string };
      const left = Date.parse(expiresAt) - ours();
      assert.ok(left > 0 && left <= 901_000, 'a link is good for a quarter of an hour');
      return downloadUrl.slice(url.length);
    };

    const session = await logIn(url); // before the limit of this address is used up
    await useUp(catalog, ours);
    const link = await linkOf();
    expect(200, await catalog.ask(link));
    const once = { ...withKey, 'idempotency-key': 'the-same' };
    expect(200, await download(url, slug, once));
    expect(200, await download(url, slug, once));

    await jumpTo(DAY_MS);
    expect(200, await catalog.ask('/v1/realms')); // a new window
    expect(403, await catalog.ask(link));
    expect(401, await catalog.ask('/v1/me', bearer(session.token)));
    const refreshed = expect(200, await refresh(url, session.refreshToken)).body as { token: string };
    await useUp(catalog, ours);
    const tomorrow = await linkOf();
    expect(201, await create(url, key, 'Of tomorrow'));
    expect(200, await download(url, slug, once)); // a day is over: counted again

    await jumpTo(0);
    const stuck = expect(429, await catalog.ask('/v1/realms'));
    assertWithinHour(stuck, ours());
    expect(200, await catalog.ask('/v1/me', bearer(refreshed.token)));
    expect(200, await catalog.ask(tomorrow));
    expect(200, await catalog.ask(await linkOf()));
    await jumpTo(HOUR_MS + 1_000);
    expect(200, await catalog.ask('/v1/realms')); // an hour later everyone is served again

    await jumpTo(-DAY_MS);
    await useUp(catalog, ours);
    expect(200, await catalog.ask(await linkOf()));
    expect(201, await create(url, key, 'Of yesterday'));
    expect(200, await download(url, slug, once));
    const rotated = await rotate(catalog, env, slug, withKey);

    const { total, days } = expect(200, await catalog.ask(`/v1/realms/${slug}/downloads`, { headers: withKey }))
      .body as {
      total: number;
      days: { day: string; downloads: number }[];
    };
    const { downloadCount } = expect(200, await catalog.ask(`/v1/realms/${slug}`, { headers: withKey })).body as {
      downloadCount: number;
    };
    assert.equal(total, downloadCount);
    assert.equal(total, 8, 'each download is counted once');
    assert.equal(days.length, 3);
    const { realms } = expect(200, await catalog.ask('/v1/realms?sort=newest', { headers: withKey })).body as {
      realms: { slug: string }[];
    };
    assert.deepEqual(
      realms.map((realm) => realm.slug),
      ['of-tomorrow', 'kept', 'of-yesterday'],
    );
    assert.equal(await catalog.stop(), 0);
    const faults = catalog.logged.filter(({ level }) => Number(level) >= 50);
    assert.deepEqual(faults, []);
    return { jumps: ['+24 h', '−24 h', '+1 h', '−25 h'], days, rotated };
  },
};

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** The limit of an address without a credential, to its end and not beyond. */
async function useUp(catalog: Tortured, ours: () => number): Promise<void> {
  let served = 0;
  for (;;) {
    const reply = await catalog.ask('/v1/realms');
    assertWithinHour(reply, ours());
    if (reply.status === 429) break;
    expect(200, reply);
    served += 1;
    assert.ok(served <= LIMIT, 'the limit is lost');
  }
}

function assertWithinHour({ status, headers }: Reply, now: number): void {
  const numberOf = (name: string) => Number(headers.get(name));
  const left = numberOf('x-ratelimit-reset') - now / 1_000;
  assert.ok(left > -1 && left <= 3_602, `the window ends in ${left} seconds`);
  assert.ok(numberOf('x-ratelimit-remaining') >= 0);
  if (status === 429) assert.ok(numberOf('retry-after') >= 1 && numberOf('retry-after') <= 3_601);
}

/** New keys, made while the clock is behind those that are there, are the newest all the same. */
async function rotate(catalog: Tortured, env: Record<string, string>, slug: string, headers: Record<string, string>) {
  const keyOf = async () => {
    const { downloadUrl } = expect(200, await download(catalog.url, slug, headers)).body as { downloadUrl: string };
    return new URL(downloadUrl).searchParams.get('key');
  };
  const before = await keyOf();
  env['SHIFT'] = String(-DAY_MS);
  const { status, said } = catalog.admin('secrets', 'rotate');
  assert.equal(status, 0, said);
  await catalog.stop();
  await catalog.start();
  assert.notEqual(await keyOf(), before);
  return true;
}
