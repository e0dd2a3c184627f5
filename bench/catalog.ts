// The benchmark's catalog: what its accounts and its i-th realm are, the same for the same size on every machine.
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { newAccount } from '../server/src/accounts/new-account.ts';
import type { NewAccount } from '../server/src/accounts/queries.ts';
import { makeTar } from '../server/src/archives/make-tar.ts';
import type { NewVersion } from '../server/src/publishing/queries.ts';
import { slugOf } from '../server/src/realms/slug.ts';
import type { NewRealm } from '../server/src/realms/columns.ts';
import { below, seeded, walk, zipf } from './random.ts';
import { text } from './words.ts';

/** In the order of their size. */
export const categories = ['saas', 'api', 'blog', 'ecommerce', 'cli', 'mobile', 'game', 'data'];
/** In the order of how often they are used. */
export const tags = (
  'typescript react auth sqlite postgres docker api tailwind testing stripe nextjs node cli graphql ' +
  'vue redis s3 email i18n svelte websocket markdown search admin payments oauth queue cron ' +
  'pdf maps charts ai pwa offline seo rss webhooks audit sso edge'
).split(' ');

const ACCOUNTS = 1_000;
const BEGINNING = Date.parse('2023-11-01T00:00:00Z');
const SPAN = Date.parse('2026-11-01T00:00:00Z') - BEGINNING;
/** Of the most popular realm. */
const MOST_DOWNLOADS = 2_000_000;

const README = '# Realm\n';
const bytes = gzipSync(await makeTar('realm', [['README.md', README]]));
/** All versions have the same archive, since a download is a link to one that is there. */
export const archiveOfAll = { bytes, digest: hash('sha256', bytes) };

const drawCategory = zipf(categories.length, 0.8);
const drawTag = zipf(tags.length, 0.9);
const drawAccount = zipf(ACCOUNTS, 0.7);
const iso = (time: number) => new Date(Math.floor(time)).toISOString();

/** A UUIDv7 of this time. */
function idAt(time: number, random: () => number): string {
  const hex = (digits: number) =>
    below(random, 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  const ms = Math.floor(time).toString(16).padStart(12, '0');
  const time48 = `${ms.slice(0, 8)}-${ms.slice(8)}`;
  return `${time48}-7${hex(3)}-${(8 + below(random, 4)).toString(16)}${hex(3)}-${hex(6)}${hex(6)}`;
}

export function accounts(): NewAccount[] {
  return Array.from({ length: ACCOUNTS }, (_, i) => {
    const random = seeded(-1 - i);
    const createdAt = iso(BEGINNING);
    const name = text(random, 2);
    const id = idAt(BEGINNING, random);
    return newAccount({ id, username: `user-${i}`, name, bio: text(random, below(random, 12)), createdAt });
  });
}

export interface SeededRealm {
  realm: NewRealm;
  version: NewVersion;
}

/** What a realm answers to, in a catalog of any size. */
export function nameAt(i: number): Pick<NewRealm, 'name' | 'slug' | 'visibility'> {
  return nameOf(i, seeded(i));
}

function nameOf(i: number, random: () => number) {
  const name = text(random, 2 + below(random, 3));
  const slug = `${slugOf(name).slice(0, 54)}-${i.toString(36)}`;
  return { name, slug, visibility: visibilityOf(random()) };
}

/** The realms of a catalog of this size by their number, the oldest first. */
export function realmsOf(size: number, owners: NewAccount[] = accounts()): (i: number) => SeededRealm {
  const popularity = walk(size);
  return (i) => {
    const random = seeded(i);
    const named = nameOf(i, random);
    const { name } = named;
    const created = BEGINNING + (SPAN * (i + random())) / size;
    const updated = created + (BEGINNING + SPAN - created) * random() ** 3;
    const downloadCount = Math.floor(MOST_DOWNLOADS / (popularity(i) + 1) ** 0.9);
    const said = {
      longDescription: `# ${name}\n\n${text(random, 40 + below(random, 80))}\n`,
      features: { auth: random() < 0.4, payments: random() < 0.15, database: random() < 0.6 },
      requirements: { node: '>=24', npm: '>=10' },
      license: 'MIT',
    };
    const realm = {
      id: idAt(created, random),
      ...named,
      ownerId: owners[drawAccount(random)]?.id ?? '',
      featured: random() < 1 / 50,
      description: text(random, 8 + below(random, 17)),
      category: categories[drawCategory(random)] ?? '',
      tags: tagsOf(random),
      version: '1.0.0',
      repository: `https://git.example/realm-${i}`,
      demo: '',
      downloadCount,
      starCount: Math.floor((downloadCount * random()) / 20),
      createdAt: iso(created),
      updatedAt: iso(updated),
      ...said,
    } satisfies NewRealm;
    return { realm, version: versionOf(realm, said) };
  };
}

function visibilityOf(chance: number): NewRealm['visibility'] {
  if (chance < 0.01) return 'private';
  return chance < 0.02 ? 'unlisted' : 'public';
}

function tagsOf(random: () => number): string[] {
  const count = below(random, 7);
  const drawn = new Set<string>();
  while (drawn.size < count) drawn.add(tags[drawTag(random)] ?? '');
  return [...drawn];
}

function versionOf(realm: NewRealm, manifest: NewVersion['manifest']): NewVersion {
  const { id, ownerId, version, updatedAt } = realm;
  const { digest, bytes } = archiveOfAll;
  const archive = { digest, size: bytes.length, format: 'tar.gz' as const, fileCount: 1, unpackedSize: README.length };
  const made = { pictures: [], filesSha256: digest }; // else jobs of the server would read the archive
  return { realmId: id, version, ...archive, ...made, manifest, publishedBy: ownerId, createdAt: updatedAt };
}
