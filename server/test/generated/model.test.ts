// The reading side against a plain in-memory model of the rules, on thousands of generated query strings.
// `TEST_SEED=… npm exec -- node --test server/test/generated/model.test.ts` has other ones.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc, SEED } from '../support/fixed-seed.ts';
import { profileOf } from '../model/totals.ts';
import { useCatalog } from '../support/harness.ts';
import { collectionsOf, detailOf, listOf, statsOf, type Collection, type Expected } from './expected.ts';
import { accounts, collections, realms } from './model-catalog.ts';
import { absurd, broken, hex, parameters, prefixes, queries, slashes } from './query-strings.ts';

/** How many questions are asked at a time. */
const AT_ONCE = 50;
const BATCHES = 40; // 2,000 questions to each operation

const catalog = useCatalog({ accounts, realms, collections });

/** Asks, and compares with what the model expects; tells which status it was. */
async function compared(path: string, expected: Expected<object>, answerOf: (body: never) => object): Promise<number> {
  const { status, body } = await catalog.ask(path);
  const about = `${path} (TEST_SEED=${SEED})`;
  assert.equal(status, expected.status, about);
  if (expected.status === 200) assert.deepEqual(answerOf(body as never), expected.answer, about);
  if (expected.status === 400 && expected.fields) {
    const fields = new Set((body.errors as { field: string }[]).map(({ field }) => field));
    assert.deepEqual(fields, expected.fields, about);
  }
  return status;
}

/** Asks many generated questions, and makes sure that enough of them had each of these answers. */
async function agree<Asked>(
  asked: fc.Arbitrary<Asked>,
  ask: (asked: Asked) => Promise<number>,
  often: number[],
): Promise<void> {
  const counts = new Map<number, number>();
  const batches = fc.array(asked, { minLength: AT_ONCE, maxLength: AT_ONCE });
  await fc.assert(
    fc.asyncProperty(batches, async (batch) => {
      for (const status of await Promise.all(batch.map(ask))) counts.set(status, (counts.get(status) ?? 0) + 1);
    }),
    { seed: SEED, numRuns: BATCHES, endOnFailure: true }, // the message names the one question; a smaller batch would not help
  );
  for (const status of often)
    assert.ok((counts.get(status) ?? 0) > 50, `${status} was answered ${counts.get(status)} times`);
}

test('2,000 lists agree with the model', async () => {
  const asked = fc.tuple(prefixes, slashes, queries(Object.keys(parameters)));
  await agree(
    asked,
    ([prefix, slash, query]) =>
      compared(
        `${prefix}/realms${slash}?${query}`,
        listOf(realms, query),
        ({ realms, pagination }: { realms: { id: string }[]; pagination: object }) => ({
          ids: realms.map(({ id }) => id),
          pagination,
        }),
      ),
    [200, 400],
  );
});

test('2,000 reads of one realm agree with the model', async () => {
  const slugs = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...realms.map(({ slug }) => slug)) },
    fc.constantFrom(
      ...realms.flatMap(({ slug, id, name }) => [slug.toUpperCase(), `${slug} `, `${slug}\0`, `${slug}/`, id, name]),
    ),
    absurd.filter((slug) => !['', '.', '..'].includes(slug)),
    fc.integer({ min: 60, max: 1_500 }).map((length) => 'x'.repeat(length)),
  );
  const paths = fc
    .tuple(slugs, fc.constantFrom(encodeURIComponent, hex), fc.nat(30), broken)
    .map(([slug, encode, chance, broken]) => encode(slug) + (chance === 0 ? broken : ''))
    .filter((path) => !/^(\.|%2e){1,2}$/i.test(path)); // those never leave a client
  const asked = fc.tuple(prefixes, paths, slashes, queries(['search', 'limit']));
  await agree(
    asked,
    ([prefix, path, slash, query]) =>
      compared(
        `${prefix}/realms/${path}${slash}?${query}`,
        detailOf(realms, path, query),
        ({ id, name }: { id: string; name: string }) => ({ id, name }),
      ),
    [200, 400, 404],
  );
});

test('2,000 lists of collections agree with the model', async () => {
  const asked = fc.tuple(prefixes, slashes, queries(['featured', 'limit']));
  await agree(
    asked,
    ([prefix, slash, query]) =>
      compared(
        `${prefix}/collections${slash}?${query}`,
        collectionsOf(collections, realms, query),
        ({ collections }: { collections: Collection[] }) =>
          collections.map(({ id, realms }: { id: string; realms?: unknown }) => ({ id, realms })),
      ),
    [200, 400],
  );
});

test('2,000 reads of the statistics agree with the model', async () => {
  const asked = fc.tuple(prefixes, slashes, queries(['category', 'featured', 'offset']));
  await agree(
    asked,
    ([prefix, slash, query]) =>
      compared(`${prefix}/stats${slash}?${query}`, statsOf(realms, accounts.length, query), (body: object) => body),
    [200],
  );
});

test('the profile of each account agrees with the model', async () => {
  for (const { id, username } of accounts) {
    const { realmCount, downloadCount, starCount } = (await catalog.ask(`/v1/users/${username}`)).body;
    assert.deepEqual({ realmCount, downloadCount, starCount }, profileOf(realms, id), username);
  }
});
