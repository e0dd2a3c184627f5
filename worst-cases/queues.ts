// What one realm, account or address costs the others in the queues that they share: how long a small request of another is held up while
// as much of the worst work as fits is under way.
import { gzipSync } from 'node:zlib';
import { tar, tarEntry } from '../server/test/archives/archive-writers.ts';
import { create, expect, upload, type Opened } from '../faults/visits.ts';
import type { Reply } from '../server/test/support/harness.ts';
import type { Measured } from './measure.ts';
import type { Aimed } from './target.ts';

/** How much of the worst work is asked for at once, and how large it is. */
export interface Load {
  requests: number;
  /** Of files, in MiB. */
  mebibytes: number;
  lines: number;
}

export const FULL_LOAD: Load = { requests: 24, mebibytes: 90, lines: 20_000 };
/** For `npm test`. */
export const SMALL_LOAD: Load = { requests: 3, mebibytes: 1, lines: 2_000 };

/** The requests of one, all at once, and the small request of another. */
interface QueueCase {
  worst: (() => Promise<Reply>)[];
  other: () => Promise<Reply>;
}

/** As many may wait. */
const MAX_PICTURES = 32;

type Files = Record<string, Buffer | string>;
const pack = (files: Files) =>
  gzipSync(tar(...Object.entries(files).map(([name, text]) => tarEntry(name, text))), { level: 0 });
const range = <Item>(length: number, item: (at: number) => Item) => Array.from({ length }, (_, at) => item(at));
const numbered = (count: number, ending: string, content: (at: number) => string): Files =>
  Object.fromEntries(range(count, (at) => [`${at}.${ending}`, content(at)]));

/** Highlighting takes longer than it may. */
const slowCode = (at: number) => `// ${at}\n${`${'x'.repeat(500)}\n`.repeat(400)}`;
/** Rendering takes about as long as it may. */
const slowMarkdown = '*['.repeat(110_000);
/** Comparing takes more steps than there are. */
const mixedLines = (lines: number, seed: number) => range(lines, (at) => `${(at * seed) % 19_973}\n`).join('');

/** Publishes a realm with a version for each of these archives; returns the address of its page. */
async function publish({ catalog, target: { key } }: Aimed, ...versions: Files[]): Promise<string> {
  const { url } = catalog;
  const opened = expect(201, await create(url, key, 'Queued')).body as Opened;
  for (const [at, files] of versions.entries()) {
    const token = at === 0 ? opened.uploadToken : await openVersion(catalog, key, opened.slug);
    const manifest = { 'realm.json': `{"version":"${at + 1}.0.0"}` };
    expect(201, await upload(url, { ...opened, uploadToken: token }, pack({ ...manifest, ...files })));
  }
  return `/realms/${opened.slug}`;
}

async function openVersion(catalog: Aimed['catalog'], key: string, slug: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const opened = expect(201, await catalog.ask(`/v1/realms/${slug}/versions`, { method: 'POST', headers }));
  return (opened.body as { uploadToken: string }).uploadToken;
}

async function readmes(aimed: Aimed): Promise<QueueCase> {
  const { catalog } = aimed;
  const slow = await publish(aimed, { 'README.md': slowMarkdown });
  const small = await publish(aimed, { 'README.md': '# Small\n' });
  return { worst: [() => catalog.ask(slow)], other: () => catalog.ask(small) };
}

async function code(aimed: Aimed, { requests }: Load): Promise<QueueCase> {
  const { catalog } = aimed;
  const slow = await publish(aimed, numbered(requests, 'cs', slowCode));
  const small = await publish(aimed, { 'a.ts': 'let a;\n' });
  return {
    worst: range(requests, (at) => () => catalog.ask(`${slow}/files/1.0.0/${at}.cs`)),
    other: () => catalog.ask(`${small}/files/1.0.0/a.ts`),
  };
}

async function diffs(aimed: Aimed, { requests, lines }: Load): Promise<QueueCase> {
  const { catalog } = aimed;
  const texts = (seed: number) => numbered(requests, 'txt', (at) => `${at}\n${mixedLines(lines, seed)}`);
  const slow = await publish(aimed, texts(7_919), texts(104_729));
  const small = await publish(aimed, { a: 'x\n' }, { a: 'y\n' });
  return {
    worst: range(requests, (at) => () => catalog.ask(`/v1${slow}/diff?from=1.0.0&to=2.0.0&limit=3&offset=${at}`)),
    other: () => catalog.ask(`/v1${small}/diff?from=1.0.0&to=2.0.0`),
  };
}

async function repacked(aimed: Aimed, { mebibytes }: Load): Promise<QueueCase> {
  const { catalog } = aimed;
  const text = range(2 ** 14, (at) => Math.imul(at, 2_654_435_761).toString(36).padEnd(64)).join('');
  const large = await publish(
    aimed,
    numbered(mebibytes, 'txt', () => text),
  );
  const small = await publish(aimed, { a: 'x\n', b: 'y\n' });
  const giget = (page: string) => () => catalog.ask(`${page.replace('realms', 'giget')}.json`);
  return { worst: [giget(large)], other: giget(small) };
}

/** Eight uploads are as many as an account may have under way. */
async function inspections(aimed: Aimed, { requests, mebibytes }: Load): Promise<QueueCase> {
  const { catalog, target } = aimed;
  const bytes = gzipSync(tar(...range(mebibytes * 100, (at) => tarEntry(`${at}`, 'x'.repeat(1_000)))), { level: 0 });
  const opened = [];
  for (let at = 0; at < Math.min(requests, 8); at += 1)
    opened.push(expect(201, await create(catalog.url, target.key, 'Inspected')).body as Opened);
  const other = accountOf(aimed, 'another');
  const small = expect(201, await create(catalog.url, other, 'Small')).body as Opened;
  return {
    worst: opened.map((one) => () => upload(catalog.url, one, bytes)),
    other: () => upload(catalog.url, small, pack({ a: 'x' })),
  };
}

function accountOf({ catalog }: Aimed, name: string): string {
  catalog.admin('users', 'add', name, '--password', 'correct horse');
  return catalog.admin('keys', 'add', name, '--name', 'queues').said.trim();
}

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

const facetPath = (at: number) =>
  `/v1/realms?facets=tags,category,license,author&search=${String.fromCodePoint(0x61 + at)}`;

/** Each of these searches is for another letter, so that none has the counts of another. */
async function facets({ catalog }: Aimed, { requests }: Load): Promise<QueueCase> {
  return {
    worst: range(requests, (at) => () => catalog.ask(facetPath(at), from('192.0.2.1'))),
    other: () => catalog.ask(facetPath(requests), from('192.0.2.2')),
  };
}

async function pictures(aimed: Aimed, { requests }: Load): Promise<QueueCase> {
  const { catalog } = aimed;
  const pages: string[] = [];
  for (let at = 0; at < Math.min(requests, MAX_PICTURES); at += 1) pages.push(await publish(aimed, { a: `${at}` }));
  const small = await publish(aimed, { a: 'x' });
  return {
    worst: pages.map((page) => () => catalog.ask(`${page}/og.png`, from('192.0.2.1'))),
    other: () => catalog.ask(`${small}/og.png`, from('192.0.2.2')),
  };
}

async function passwords({ catalog }: Aimed, { requests }: Load): Promise<QueueCase> {
  const logIn = (username: string, address: string) => () =>
    catalog.ask('/v1/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ username, password: 'wrong password' }),
    });
  return {
    worst: range(requests, (at) => logIn(`nobody-${at}`, '192.0.2.1')),
    other: logIn('alice', '192.0.2.2'),
  };
}

/** What a small request takes by itself where no process has to start for it. */
const SMALL_MS = 1_000;
/** The same, with the start of a process or a thread on a busy machine. */
const STARTED_MS = 2_000;

interface Queue {
  prepare: (aimed: Aimed, load: Load) => Promise<QueueCase>;
  maxAnsweredMs: number;
  /** Why the event loop may be busy for longer than the bound. */
  reason?: string;
}

/**
 * How long another may be held up: by one turn of the worst key, and by its own request. Some queues cannot hold anybody up for long and are not here.
 * Those of file indexes, file reads and compression have pieces of some milliseconds (11 MiB at most), nobody waits for a compressed
 * stream, and an index is made again only where the store has lost it, which no client can bring about.
 */
const cases: Record<string, Queue> = {
  'README files': { prepare: readmes, maxAnsweredMs: 2_000 + STARTED_MS }, // a text has two seconds of processor time
  'source code': {
    prepare: code,
    maxAnsweredMs: 1_000 + STARTED_MS, // a file has one
    reason: '24 pages of 200 KB, which arrive at once and take 2 ms each',
  },
  comparisons: { prepare: diffs, maxAnsweredMs: STARTED_MS }, // another realm has a place of its own
  'archives that are packed again': { prepare: repacked, maxAnsweredMs: SMALL_MS }, // likewise
  inspections: { prepare: inspections, maxAnsweredMs: STARTED_MS }, // another account has a place of its own
  passwords: { prepare: passwords, maxAnsweredMs: SMALL_MS }, // a turn takes some 50 ms
  facets: { prepare: facets, maxAnsweredMs: SMALL_MS }, // a turn takes some tenths of a second with a million realms
  pictures: { prepare: pictures, maxAnsweredMs: STARTED_MS }, // a turn takes 0.1 seconds
};

/** "Answered" is how long the other was held up. */
export async function measureQueues(aimed: Aimed, load: Load, isChosen = (_name: string) => true): Promise<Measured[]> {
  const rows: Measured[] = [];
  for (const [queue, { prepare, ...bounds }] of Object.entries(cases)) {
    const name = `Queue: ${queue}`;
    if (isChosen(name)) rows.push({ name, ...bounds, ...(await measureQueue(aimed, await prepare(aimed, load))) });
  }
  return rows;
}

async function measureQueue({ catalog, ask }: Aimed, { worst, other }: QueueCase) {
  await ask('begin');
  const under = worst.map((send) => send());
  await Promise.race([Promise.all(under), catalog.ask('/healthz')]); // they have arrived
  const startedAt = performance.now();
  const { status, text } = await other();
  const answeredMs = performance.now() - startedAt;
  if (status >= 500) throw new Error(`another was refused: ${status} ${text}`);
  await Promise.all(under);
  const { busy: heldUpMs = Infinity } = await ask('delay');
  return { worst: `another's request during ${worst.length} of the worst`, heldUpMs, answeredMs, keptBytes: 0 };
}
