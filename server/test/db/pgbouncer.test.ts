// PostgreSQL by way of PgBouncer: refused in one line until it is named, and then served as without it.
// Needs: PostgreSQL, Debian packages
import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { json } from '../support/harness.ts';
import { sendAll, tally } from '../support/load.ts';
import {
  aKey,
  aRealm,
  download,
  failed,
  inTurn,
  logIn,
  processFor,
  query,
  register,
  startGround,
  withoutPostgres,
  type Ground,
} from '../many-processes/many-processes.ts';
import { without } from '../support/servers/debian.ts';
import { startPgBouncer } from '../support/servers/pgbouncer.ts';

/** Each test of its own, so that the summary counts what is skipped. */
const needsServers = { skip: without('pgbouncer') || withoutPostgres() };

let ground: Ground;
before(async () => {
  if (!needsServers.skip) ground = await startGround();
});
after(() => ground?.[Symbol.asyncDispose]());

async function settingsFor(t: TestContext, name: string, mode: 'session' | 'transaction', connections: number) {
  const bouncer = (await startPgBouncer(ground.postgres.url, mode, connections)) ?? assert.fail();
  t.after(() => bouncer[Symbol.asyncDispose]());
  const env = await ground.oneStore(name);
  return { direct: env['DATABASE_URL'] ?? '', env: { ...env, DATABASE_URL: bouncer.urlOf(name) } };
}

describe('a catalog behind PgBouncer', () => {
  for (const mode of ['session', 'transaction'] as const)
    test(`in ${mode} mode that nobody named is one clear line and exit 1`, needsServers, async (t) => {
      const { env } = await settingsFor(t, `unnamed_${mode}`, mode, 20);
      const one = await processFor(t, env);
      assert.equal(await one.exit(), 1);
      assert.match(
        one.shown,
        /^realm-catalog: DATABASE_URL cannot be used: it leads to a pooler; set DATABASE_POOLER .*\n$/,
      );
    });

  /** In transaction mode, the ten connections of the process share three of the server. */
  for (const [mode, connections] of [
    ['session', 20],
    ['transaction', 3],
  ] as const)
    test(`in ${mode} mode that is named fails no request`, needsServers, async (t) => {
      const { direct, env } = await settingsFor(t, `named_${mode}`, mode, connections);
      const one = await processFor(t, { ...env, DATABASE_POOLER: mode });
      await one.start();
      await register(one, 'alice');
      const { key } = await aKey(one, await logIn(one, 'alice'));
      const slugs: string[] = [];
      for (let number = 0; number < 4; number += 1) slugs.push((await aRealm(one, key, `Target ${number}`)).slug);

      const kinds = [
        (slug: string) => download(one.url, slug),
        (slug: string) => ({ ...json({ tags: [slug] }, key, 'PATCH'), url: `${one.url}/v1/realms/${slug}` }),
        (slug: string) => ({
          url: `${one.url}/v1/realms/${slug}/downloads`,
          headers: { authorization: `Bearer ${key}` },
        }),
      ];
      const all = Array.from({ length: 300 }, (_, number) =>
        inTurn(kinds, number)(inTurn(slugs, Math.floor(number / kinds.length))),
      );
      const outcomes = await sendAll(all, 24);
      t.diagnostic(JSON.stringify(tally(outcomes)));
      assert.deepEqual(failed(outcomes), []);
      const sent = outcomes.filter((outcome) => outcome.sent.url.endsWith('/download')).length;
      const counts = 'select count from download_counts union all select count from pending_downloads';
      const [counted] = await query<{ count: string }>(
        direct,
        `select sum(count) as count from (${counts}) all_counts`,
      );
      assert.equal(Number(counted?.count), sent);
    });
});
