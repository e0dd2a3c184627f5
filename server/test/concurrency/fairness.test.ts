// What one realm or account may cost the others, over HTTP: comparisons, pages of README files and source code, and uploads.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import type { FileChange } from '@realm-catalog/contract';
import { anonymous } from '../../src/credentials/caller.ts';
import type { ArchiveFiles } from '../../src/files/archive-files.ts';
import { realmQuery } from '../../src/realms/list-query.ts';
import { queueChanges } from '../../src/telemetry.ts';
import { zip } from '../archives/archive-writers.ts';
import { publishBytes, publishRealm, type Tree } from '../files/published-files.ts';
import { create, openUpload, project, upload } from '../publishing/uploads.ts';
import { inProcesses, signUp, startCatalog, type Person, type TestCatalog } from '../support/harness.ts';
import { childrenOf } from '../support/processes.ts';
import { until } from '../support/until.ts';

type QueueChange = Parameters<typeof queueChanges.publish>[0];

let catalog: TestCatalog;
let alice: Person;
/** How much work of each queue runs and waits. */
const queues = new Map<string, { running: number; waiting: number }>();
let refusedUploads = 0;
function listen({ work, running, waiting, refused }: QueueChange): void {
  queues.set(work, { running, waiting });
  if (refused && work === 'archives') refusedUploads += 1;
}
before(async () => {
  queueChanges.subscribe(listen);
  catalog = await startCatalog({}, {}, {}, inProcesses());
  alice = await signUp(catalog, { username: 'alice' });
});
after(async () => {
  queueChanges.unsubscribe(listen);
  await catalog[Symbol.asyncDispose]();
});

/** Files that are not compressed: empty lines would be refused for how well they pack. */
const stored = (tree: Tree) => zip(Object.entries(tree).map(([name, content]) => ({ name, content, method: 0 })));

async function publishBoth(from: Tree, to: Tree): Promise<string> {
  const { slug } = await create(catalog, alice);
  const versions = [];
  for (const tree of [from, to]) versions.push((await publishBytes(catalog, alice, slug, stored(tree), 'zip')).version);
  return `/v1/realms/${slug}/diff?from=${versions.join('&to=')}`;
}

const named = (count: number, content: (at: number) => string): Tree =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.txt`, content(at)]));

/** Counts the files that comparisons read, and holds up those of one realm until the test releases them. */
function watchReads(t: { after(fn: () => void): void }) {
  const { files } = catalog.services;
  const read: ArchiveFiles['read'] = files.read.bind(files);
  const blocked = new Map<string, PromiseWithResolvers<void>>();
  const watched = { paths: [] as string[], blocked };
  files.read = async (archive, path) => {
    watched.paths.push(path);
    await blocked.get(archive.realmId)?.promise;
    return read(archive, path);
  };
  t.after(() => {
    for (const { resolve } of blocked.values()) resolve();
    files.read = read;
  });
  return watched;
}

/** Two such texts take half of the steps of the budget, and about a second. */
const mixed = (seed: number) => () => Array.from({ length: 7_000 }, (_, at) => `${(at * seed) % 6_997}\n`).join('');

const idOf = async (path: string): Promise<string> => {
  const [, slug = ''] = /realms\/([^/]+)/.exec(path) ?? [];
  return (await catalog.ask(`/v1/realms/${slug}`)).body.id;
};

describe('a comparison', () => {
  test('of very many lines reads no more than its budget, and another page reads nothing again', async (t) => {
    const lines = '\n'.repeat(300_000);
    const path = await publishBoth(
      named(8, () => lines),
      named(8, () => `${lines}x`),
    );
    const reads = watchReads(t);
    const { body } = await catalog.ask(path);
    assert.ok(body.files.length === 8 && body.files.every((file: FileChange) => file.isTooLarge && file.diff === ''));
    assert.deepEqual(reads.paths, ['0.txt', '0.txt'], 'its lines use up the budget of the answer');
    assert.equal((await catalog.ask(`${path}&limit=5`)).body.files[0].isTooLarge, true);
    assert.equal(reads.paths.length, 2, 'that it is too large is known');
    await catalog.ask(`${path}&limit=1&offset=7`);
    assert.deepEqual(reads.paths.slice(2), ['7.txt', '7.txt'], 'another file has a budget of its own');
  });

  test('of many large files reads 16 MiB at most', async (t) => {
    const text = 'x'.repeat(900_000);
    const path = await publishBoth(
      named(12, () => text),
      named(12, () => `${text}y`),
    );
    const reads = watchReads(t);
    const { body } = await catalog.ask(path);
    assert.equal(reads.paths.length, 18, 'nine pairs of 1.8 MB each');
    assert.equal(
      body.files.filter((file: FileChange) => !file.isTooLarge).length,
      0,
      'of which each is too large to be shown',
    );
  });

  test('compares each pair of files once, whichever pages are asked for, and the answers are the same', async (t) => {
    const path = await publishBoth(
      named(9, (at) => `old ${at}\n`),
      named(9, (at) => `new ${at}\n`),
    );
    const reads = watchReads(t);
    const all = (await catalog.ask(path)).body.files;
    assert.equal(reads.paths.length, 18);
    for (const [limit, offset] of [
      [3, 0],
      [4, 2],
      [1, 8],
      [100, 1],
    ] as const) {
      const page = (await catalog.ask(`${path}&limit=${limit}&offset=${offset}`)).body.files;
      assert.deepEqual(page, all.slice(offset, offset + limit));
    }
    assert.equal(reads.paths.length, 18);
  });

  test('of one realm does not keep another realm waiting, and realms that wait take turns', async (t) => {
    const paths: string[] = [];
    for (const name of ['a', 'b', 'c'])
      paths.push(
        await publishBoth(
          named(4, () => name),
          named(4, () => `${name}${name}`),
        ),
      );
    const [a = '', b = '', c = ''] = paths;
    const reads = watchReads(t);
    const blocks = { a: Promise.withResolvers<void>(), b: Promise.withResolvers<void>() };
    reads.blocked.set(await idOf(a), blocks.a);
    reads.blocked.set(await idOf(b), blocks.b);
    const order: string[] = [];
    const ask = (name: string, path: string) => catalog.ask(path).then(() => order.push(name));
    const asked = [0, 1, 2].map((offset) => ask('a', `${a}&limit=1&offset=${offset}`));
    await until('one of them runs', () => queues.get('diffs')?.waiting === 2);
    await catalog.ask(`${c}&limit=1`);
    assert.deepEqual(order, [], 'the other realm was served meanwhile');
    asked.push(ask('b', b));
    await until('both places are taken', () => queues.get('diffs')?.running === 2);
    asked.push(ask('c', c));
    await until('a third realm waits', () => queues.get('diffs')?.waiting === 3);
    blocks.a.resolve();
    await Promise.all(asked.filter((_, at) => at !== 3));
    assert.deepEqual(order, ['a', 'c', 'a', 'a'], 'the realm that waits has its turn next');
    blocks.b.resolve();
    await Promise.all(asked);
  });

  test('of a realm does not wait for a copy of that realm, whose own work is held up', async (t) => {
    const trees = [named(3, (at) => `copied ${at}`), named(3, (at) => `copied again ${at}`)] as const;
    const [original, copy] = [await publishBoth(...trees), await publishBoth(...trees)];
    const reads = watchReads(t);
    const block = Promise.withResolvers<void>();
    reads.blocked.set(await idOf(copy), block);
    const asked = [catalog.ask(`${copy}&limit=1&offset=0`)];
    await until('the first file of the copy is read', () => reads.paths.length > 0);
    asked.push(catalog.ask(`${copy}&limit=1&offset=1`));
    await until('the copy has work that waits', () => queues.get('diffs')?.waiting === 1);
    let answered: unknown[] = [];
    asked.push(
      catalog.ask(`${original}&limit=1&offset=1`).then((reply) => {
        answered = reply.body.files;
        return reply;
      }),
    );
    await until('the original is answered', () => answered.length === 1);
    block.resolve();
    await Promise.all(asked);
    assert.deepEqual((await asked[1])?.body.files, answered);
    assert.equal(reads.paths.filter((path) => path === '1.txt').length, 2, 'the copy is compared no more');
  });

  test('ends when the last client that waits for it has left', async (t) => {
    const path = await publishBoth(named(2, mixed(7_919)), named(2, mixed(104_729)));
    const reads = watchReads(t);
    const [first, second] = [new AbortController(), new AbortController()];
    const asked = Promise.allSettled([first, second].map(({ signal }) => catalog.ask(path, { signal })));
    await until('it runs', () => reads.paths.length === 2);
    first.abort();
    await catalog.ask('/healthz');
    assert.deepEqual(queues.get('diffs'), { running: 1, waiting: 0 }, 'the other client still waits');
    second.abort();
    await asked;
    await until('it has ended', () => queues.get('diffs')?.running === 0);
    assert.equal(reads.paths.length, 2, 'before the second file was read');
    assert.ok(
      catalog.logged.every((line) => !/"level":(50|60)/.test(line)),
      'which is no error',
    );
  });
});

describe('an archive that is packed again', () => {
  test('is given up when its client has left, and the next request packs it', async (t) => {
    const { slug, sha256 } = await publishRealm(catalog, alice, { a: 'x', b: 'y' }, 'zip');
    const { archives } = catalog.services;
    const open: typeof archives.open = archives.open.bind(archives);
    t.after(() => (archives.open = open));
    const endless = new PassThrough();
    archives.open = async (name, range) => {
      const found = await open(name, range);
      return name === sha256 && found ? { ...found, stream: found.stream.pipe(endless, { end: false }) } : found;
    };
    const client = new AbortController();
    const asked = catalog.ask(`/giget/${slug}.json`, { signal: client.signal });
    await until('it is read', () => endless.readableFlowing !== null);
    assert.equal(queues.get('repacked-archives')?.running, 1);
    client.abort();
    await assert.rejects(asked);
    await until('it has ended', () => queues.get('repacked-archives')?.running === 0);
    assert.ok(endless.destroyed);
    archives.open = open;
    assert.match((await catalog.ask(`/giget/${slug}.json`)).body.tar, new RegExp(`${sha256}.repacked`));
  });
});

describe('facets', () => {
  test('are counted for an address before those that another still waits for', async () => {
    const model = catalog.services.catalog;
    const order: string[] = [];
    const asked = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'].map(async (ip, at) => {
      await model.listJson(anonymous, realmQuery({ search: `word ${at}`, facets: ['tags'] }), ip);
      order.push(ip);
    });
    assert.equal(queues.get('facets')?.waiting, 3);
    await Promise.all(asked);
    assert.deepEqual(order, ['192.0.2.1', '192.0.2.2', '192.0.2.1', '192.0.2.1']);
  });

  test('are counted for the address of whoever asks, by the API and on a page', async (t) => {
    const model = catalog.services.catalog;
    const list = model.listJson.bind(model);
    t.after(() => (model.listJson = list));
    const addresses: string[] = [];
    model.listJson = (caller, query, ip) => {
      addresses.push(ip);
      return list(caller, query, ip);
    };
    await catalog.ask('/v1/realms?search=one&facets=tags');
    await catalog.ask('/realms?q=one');
    assert.deepEqual(addresses, ['127.0.0.1', '127.0.0.1']);
  });
});

/** The processes of this catalog that run a script. */
const processesOf = (script: string) => childrenOf(process.pid, script);

describe('a page', { skip: process.platform !== 'linux' }, () => {
  const sources = Object.fromEntries(['0', '1', '2'].map((name) => [`${name}.ts`, `let a${name};\n`]));

  test('of one realm is rendered while the files of another take all their time, and realms take turns', async (t) => {
    const busy = await publishRealm(catalog, alice, sources);
    const other = await publishRealm(catalog, alice, {
      'README.md': '# Title\n',
      'a.ts': 'let b;\n',
      'b.ts': 'let c;\n',
    });
    const ask = ({ slug, version }: typeof busy, name: string) =>
      catalog.ask(`/realms/${slug}/files/${version}/${name}`);
    const { renderer } = catalog.services;
    const highlight = renderer.code.bind(renderer);
    const order: string[] = [];
    renderer.code = (input) => highlight(input).finally(() => order.push(input.realm));
    t.after(() => (renderer.code = highlight));
    await ask(other, 'b.ts'); // starts the process

    const [pid = 0] = processesOf('code-child');
    process.kill(pid, 'SIGSTOP'); // as if the first file took very long
    t.after(() => process.kill(pid, 'SIGCONT'));
    const pages = ['0.ts', '1.ts', '2.ts'].map((name) => ask(busy, name));
    await until('they wait', () => queues.get('code')?.waiting === 2);
    assert.match((await catalog.ask(`/realms/${other.slug}`)).text, /id="readme-title"/);
    pages.push(ask(other, 'a.ts'));
    await until('another realm waits', () => queues.get('code')?.waiting === 3);
    process.kill(pid, 'SIGCONT');
    assert.ok((await Promise.all(pages)).every(({ text }) => text.includes('hljs-')));
    assert.deepEqual(order.slice(1), [busy.slug, other.slug, busy.slug, busy.slug]);
  });
});

describe('an upload', { skip: process.platform !== 'linux' }, () => {
  test('of an account is taken while two others have as many under way as they may', async () => {
    const bytes = await project('1.0.0');
    const stranger = await create(catalog, await signUp(catalog, { username: 'stranger' }));
    const flood = [];
    for (const username of ['many-one', 'many-two']) {
      const owner = await signUp(catalog, { username });
      for (let at = 0; at < 8; at += 1) flood.push(await create(catalog, owner));
    }
    const answers = flood.map((realm) => upload(catalog, realm, bytes));
    const stopped = new Set<number>();
    await until('every place is taken, by inspections that do not end', () => {
      for (const pid of processesOf('inspect-child')) if (process.kill(pid, 'SIGSTOP')) stopped.add(pid);
      return queues.get('archives')?.waiting === 8;
    });
    const refusedBefore = refusedUploads;
    const answer = upload(catalog, stranger, bytes);
    await until('one of them gives up its place', () => refusedUploads > refusedBefore);
    for (const pid of stopped) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGCONT');
    const { status, text } = await answer;
    assert.equal(status, 201, text);
    const statuses = (await Promise.all(answers)).map((answer) => answer.status);
    assert.ok(statuses.every((one) => one === 201 || one === 503));
    const refused = flood[statuses.indexOf(503)];
    if (refused) assert.equal((await upload(catalog, refused, bytes)).status, 201, 'the token is good for another try');
  });

  test('is given up when its client has left, and its token is good for another try', async () => {
    const owner = await signUp(catalog, { username: 'leaving' });
    const bytes = await project('1.0.0');
    const { slug } = await create(catalog, owner);
    const opened = await openUpload(catalog, owner, slug);
    const inspect = catalog.services.inspect;
    const begun = Promise.withResolvers<AbortSignal | undefined>();
    const telling: typeof inspect.file = (key, job, signal) => {
      begun.resolve(signal);
      return inspect.file(key, job, signal);
    };
    catalog.services.inspect = { ...inspect, file: telling };
    const client = new AbortController();
    const answer = catalog.ask(`/v1/realms/${slug}/upload`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${opened.uploadToken}` },
      body: new Uint8Array(bytes),
      signal: client.signal,
    });
    const signal = await begun.promise;
    client.abort();
    await assert.rejects(answer);
    await until('the inspection is told', () => signal?.aborted);
    await until('it has ended', () => queues.get('archives')?.running === 0);
    catalog.services.inspect = inspect;
    await until('the token is free', async () => (await upload(catalog, opened, bytes)).status === 201);
  });
});
