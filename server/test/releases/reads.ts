// A fixed list of reads: what they answered in one version is held against what they answer in a later one.
import assert from 'node:assert/strict';
import { bearer, type TestCatalog } from '../support/harness.ts';
import type { FixtureCatalog } from './fixture-catalog.ts';

export interface Read {
  path: string;
  as: 'anyone' | 'owner' | 'admin';
  status: number;
  body: unknown;
}

type Asker = Pick<TestCatalog, 'ask'>;

/** What differs from one request to the next. */
const VOLATILE = new Set(['requestId', 'lastUsedAt']);

function pathsOf({ slugs }: FixtureCatalog): Record<Read['as'], string[]> {
  const queries = [
    '',
    '?sort=downloads',
    '?sort=stars',
    '?search=creme+kitchen',
    '?tags=shop',
    '?category=blog',
    '?featured',
  ];
  const lists = queries.map((query) => `/v1/realms${query}`);
  const details = Object.values(slugs).flatMap((slug) => [`/v1/realms/${slug}`, `/v1/realms/${slug}/versions`]);
  const single = `/v1/realms/${slugs.published}/versions/1.0.0`;
  const ofPrivate = details.filter((path) => path.startsWith(`/v1/realms/${slugs.private}`));
  const downloads = Object.values(slugs).map((slug) => `/v1/realms/${slug}/downloads`);
  return {
    anyone: [
      ...lists,
      ...details,
      single,
      '/v1/collections',
      '/v1/collections?featured',
      '/v1/collections/shops',
      '/v1/stats',
      '/v1/users/ada',
    ],
    owner: ['/v1/realms', ...ofPrivate, ...downloads, '/v1/me', '/v1/me/realms', '/v1/keys', '/v1/oauth/clients'],
    admin: ['/v1/audit?limit=10'],
  };
}

export async function recordReads(at: Asker, sample: FixtureCatalog): Promise<Read[]> {
  const reads: Read[] = [];
  for (const [as, paths] of Object.entries(pathsOf(sample)) as [Read['as'], string[]][])
    for (const path of paths) reads.push({ path, as, ...(await answerOf(at, path, as, sample)) });
  return reads;
}

/** An answer may have gained fields since; whatever it had is the same. */
export async function assertSameReads(at: Asker, sample: FixtureCatalog, reads: Read[]): Promise<void> {
  assert.ok(reads.length > 0);
  for (const { path, as, status, body } of reads) {
    const now = await answerOf(at, path, as, sample);
    assert.deepEqual(
      { path, as, status: now.status, body: knownPart(now.body, body) },
      { path, as, status, body: knownPart(body, body) },
    );
  }
}

async function answerOf(
  at: Asker,
  path: string,
  as: Read['as'],
  sample: FixtureCatalog,
): Promise<Pick<Read, 'status' | 'body'>> {
  const { status, body } = await at.ask(path, as === 'anyone' ? {} : bearer(sample[as].key));
  return { status, body: body as unknown };
}

/** The members of `value` that `known` has, at every depth, without those that differ each time. */
function knownPart(value: unknown, known: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(known))
    return value.map((item: unknown, at) => knownPart(item, (known as unknown[])[at]));
  if (!isObject(value) || !isObject(known)) return value;
  const names = Object.keys(value).filter((name) => name in known && !VOLATILE.has(name));
  return Object.fromEntries(names.map((name) => [name, knownPart(value[name], known[name])]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
