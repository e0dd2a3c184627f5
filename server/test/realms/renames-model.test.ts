// Renames against a plain model: random renames, deletions, creations and changes of visibility, and what each slug answers to each caller.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc, SEED } from '../support/fixed-seed.ts';
import { bearer, json, PUBLIC_URL, signUp, startCatalog } from '../support/harness.ts';

type Visibility = 'public' | 'unlisted' | 'private';

interface Realm {
  id: string;
  slug: string;
  owner: string;
  visibility: Visibility;
  oldSlugs: Set<string>;
}

const STEPS = 160;
const SLUGS = Array.from({ length: 48 }, (_, n) => `name-${String.fromCharCode(97 + (n % 24))}${n < 24 ? 'x' : 'y'}`);
const MAX_OLD_SLUGS = 10;

const step = fc.record({
  action: fc.constantFrom(
    'rename',
    'rename',
    'rename',
    'rename',
    'take back',
    'take back',
    'create',
    'show',
    'show',
    'delete',
  ),
  realm: fc.nat(),
  slug: fc.constantFrom(...SLUGS),
  owner: fc.constantFrom('alice', 'bob'),
  visibility: fc.constantFrom<Visibility[]>('public', 'unlisted', 'private'),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

test('each slug answers as the model says, after any renames, deletions and changes of visibility', async () => {
  await using catalog = await startCatalog();
  const tokens: Record<string, string> = {
    alice: (await signUp(catalog, { username: 'alice' })).token,
    bob: (await signUp(catalog, { username: 'bob' })).token,
    root: (await signUp(catalog, { username: 'root', role: 'admin' })).token,
  };
  const callers = ['nobody', 'alice', 'bob', 'root'];
  let realms: Realm[] = [];
  /** Every slug that a realm has or had. */
  const taken = new Set<string>();
  const seen = new Map<string, number>();

  async function create({ slug, owner, visibility }: Step): Promise<void> {
    const fields = { name: slug, description: 'One of many.', category: 'api', visibility };
    const { status, body } = await catalog.ask('/v1/realms', json(fields, tokens[owner]));
    assert.equal(status, 201);
    if (taken.has(slug)) assert.match(body.slug, new RegExp(`^${slug}-\\d+$`));
    else assert.equal(body.slug, slug);
    taken.add(body.slug);
    realms.push({ id: body.id, slug: body.slug, owner, visibility, oldSlugs: new Set() });
  }

  async function rename(realm: Realm, to: string): Promise<void> {
    const { status, body } = await catalog.ask(
      `/v1/realms/${realm.slug}`,
      json({ slug: to }, tokens[realm.owner], 'PATCH'),
    );
    const isOwn = to === realm.slug || realm.oldSlugs.has(to);
    const oldSlugs = new Set([...realm.oldSlugs, realm.slug]);
    oldSlugs.delete(to);
    const isAllowed = (isOwn || !taken.has(to)) && oldSlugs.size <= MAX_OLD_SLUGS;
    assert.equal(status, isAllowed ? 200 : 409, `${realm.slug} to ${to}`);
    if (!isAllowed) return;
    assert.deepEqual([body.id, body.slug], [realm.id, to]);
    taken.add(to);
    Object.assign(realm, { slug: to, oldSlugs });
  }

  async function take(step: Step): Promise<void> {
    const realm = realms[step.realm % Math.max(1, realms.length)];
    if (!realm || step.action === 'create') return realms.length < 8 ? create(step) : undefined;
    const [old = step.slug] = realm.oldSlugs;
    if (step.action === 'take back') return rename(realm, old);
    if (step.action === 'rename') return rename(realm, step.slug);
    const path = `/v1/realms/${realm.slug}`;
    const token = tokens[realm.owner] ?? '';
    if (step.action === 'delete') {
      assert.equal((await catalog.ask(path, { method: 'DELETE', ...bearer(token) })).status, 204);
      realms = realms.filter((other) => other !== realm);
      return undefined;
    }
    const { visibility } = step;
    assert.equal((await catalog.ask(path, json({ visibility }, token, 'PATCH'))).status, 200);
    realm.visibility = visibility;
    return undefined;
  }

  /** What the slug answers: a realm, the address of one, or nothing. */
  function expected(slug: string, caller: string): string {
    const realm = realms.find((one) => one.slug === slug || one.oldSlugs.has(slug));
    const isSeen = realm && (realm.visibility !== 'private' || caller === realm.owner || caller === 'root');
    if (!isSeen) return '404';
    return realm.slug === slug ? `200 ${realm.id}` : `308 ${PUBLIC_URL}/v1/realms/${realm.slug}`;
  }

  async function check(slug: string): Promise<void> {
    for (const caller of callers) {
      const token = tokens[caller];
      const { status, headers, body } = await catalog.ask(`/v1/realms/${slug}`, token ? bearer(token) : {});
      const rest = status === 200 ? ` ${body.id}` : status === 308 ? ` ${headers.get('location')}` : '';
      assert.equal(`${status}${rest}`, expected(slug, caller), `${slug} for ${caller} (TEST_SEED=${SEED})`);
      seen.set(`${status} ${caller}`, (seen.get(`${status} ${caller}`) ?? 0) + 1);
    }
  }

  for (const one of fc.sample(step, { seed: SEED, numRuns: STEPS })) {
    await take(one);
    await check(one.slug);
    for (const slug of realms[one.realm % Math.max(1, realms.length)]?.oldSlugs ?? []) await check(slug);
  }
  for (const slug of taken) await check(slug);
  for (const caller of callers)
    for (const status of [200, 308, 404])
      assert.ok((seen.get(`${status} ${caller}`) ?? 0) > 5, `too few ${status} for ${caller}`);
});
