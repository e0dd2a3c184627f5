// Each queue knows for whom it works: while one key has its first work done and more to do, another key goes before its next.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, test, type TestContext } from 'node:test';
import { passwords } from '../../src/accounts/sign-in/passwords.ts';
import type { Archives } from '../../src/archives/archives.ts';
import { archivePresence } from '../../src/archives/presence.ts';
import { archiveFiles, type ArchiveFiles } from '../../src/files/archive-files.ts';
import type { ArchiveRef } from '../../src/files/derived-files.ts';
import { repackedArchives } from '../../src/files/repacked-archives.ts';
import { encodeIndex } from '../../src/inspection/file-index.ts';
import type { PictureTools } from '../../src/pictures/make-pictures.ts';
import { openResizer } from '../../src/pictures/resizer.ts';
import { storedPictures } from '../../src/pictures/stored-pictures.ts';
import { openSvgDrawer } from '../../src/rendering/draw-svg.ts';
import { queueChanges } from '../../src/telemetry.ts';
import { until } from '../support/until.ts';

interface Opened {
  /** The key of each piece, in the order in which the pieces begin. */
  order: string[];
  ask: (key: string, number: number) => Promise<unknown>;
  /** Lets the work go on, where it was held up. */
  release?: () => void;
}

/** The realm is the key, and each piece is about another archive. */
const archiveOf = (key: string, number: number): ArchiveRef => ({
  realmId: key,
  digest: key + hash('sha256', `${number}`).slice(1),
  format: 'zip',
});

const content = Buffer.from('x');
const onlyFile = {
  path: 'x',
  size: 1,
  packedSize: 1,
  from: 0,
  mode: 0,
  isText: true,
  isDeflated: false,
  sha256: hash('sha256', content),
};

/** Holds up all work that passes, until `release` lets the first go on: the next that passes is alone, and lets all go on. */
function barrier() {
  const waiting: (() => void)[] = [];
  let isReleased = false;
  return {
    pass: async () => {
      if (isReleased) waiting.splice(0).forEach((goOn) => goOn());
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    release: () => {
      isReleased = true;
      waiting.shift()?.();
    },
  };
}

const nothingIsMissing = () => assert.fail('nothing is missing');

/** The files of archives in a store that holds up what it is asked for, indexes or files. */
function openFiles(heldUp: 'indexes' | 'files') {
  const order: string[] = [];
  const { pass, release } = barrier();
  const store = {
    async open(name: string, range?: unknown) {
      const isIndex = range === undefined;
      if (isIndex === (heldUp === 'indexes')) {
        order.push(name.slice(0, 1));
        await pass();
      }
      const bytes = isIndex ? encodeIndex([onlyFile], false) : content;
      return { stream: Readable.from([bytes]), size: bytes.length };
    },
  } as unknown as Archives;
  const files = archiveFiles(store, store, { file: nothingIsMissing, stream: nothingIsMissing });
  return { order, files, release };
}

function openIndexes(): Opened {
  const { files, ...rest } = openFiles('indexes');
  return { ...rest, ask: (key, number) => files.index(archiveOf(key, number)) };
}

function openReads(): Opened {
  const { files, ...rest } = openFiles('files');
  return { ...rest, ask: (key) => files.read(archiveOf(key, 0), 'x') };
}

/** An archive is looked for twice: before a request waits for its turn, and after. */
function openRepacking(): Opened {
  const order: string[] = [];
  const looked = new Set<string>();
  const held = Promise.withResolvers<void>();
  const archives = {
    async size(name: string) {
      if (!looked.has(name)) return void looked.add(name);
      order.push(name.slice(0, 1));
      await held.promise;
      return 1; // another request has packed it meanwhile
    },
  } as unknown as Archives;
  const files = { index: async () => ({ hasTopFolder: false }) } as unknown as ArchiveFiles;
  const find = repackedArchives(archives, files, archivePresence(archives));
  return {
    order,
    ask: (key, number) => find(archiveOf(key, number), new AbortController().signal),
    release: held.resolve,
  };
}

/** A picture that is missing is looked for twice: before it is made, and after. */
function openPictureReads(): Opened {
  const order: string[] = [];
  const { pass, release } = barrier();
  const seen = new Set<string>();
  const archives = {
    async open(name: string) {
      if (!seen.has(name)) order.push(name.slice(0, 1));
      seen.add(name);
      await pass();
    },
  } as unknown as Archives;
  const files = { index: async () => undefined } as unknown as ArchiveFiles;
  const stored = storedPictures(archives, files, {} as PictureTools);
  const shown = [{ path: 'a.png', alt: '', width: 1, height: 1, isScreenshot: true }];
  return {
    order,
    ask: (key, number) => stored.read({ archive: archiveOf(key, number), shown }, 1, 480),
    release,
  };
}

const storedHash = (passes: number) => `$argon2id$v=19$m=1024,t=${passes},p=1$${'c'.repeat(22)}$${'c'.repeat(43)}`;

/** The first takes one of both places for longer than all others together. */
function openPasswords(method: 'hash' | 'matches'): Opened {
  const order: string[] = [];
  const cheap = { memory: 8, passes: 1, parallelism: 1 };
  const hashing = passwords(cheap);
  const ask = async (key: string, number: number) => {
    if (number === 0) return hashing.matches('x', storedHash(500), key);
    await (method === 'hash' ? hashing.hash('x', key) : hashing.matches('x', storedHash(1), key));
    return order.push(key);
  };
  return { order, ask };
}

const svgOf = (number: number) => `<svg xmlns="http://www.w3.org/2000/svg" id="n${number}" width="9" height="9"/>`;

/** One is drawn after the other, so they are done in the order in which they begin. */
function openDrawing(t: TestContext): Opened {
  const order: string[] = [];
  const svgDrawer = openSvgDrawer();
  t.after(() => svgDrawer.close());
  const ask = async (key: string, number: number) => {
    await svgDrawer.png({ svg: svgOf(number), width: 9, pictures: [] }, key);
    order.push(key);
  };
  return { order, ask };
}

/** Likewise. */
function openResizing(t: TestContext): Opened {
  const order: string[] = [];
  const resizer = openResizer();
  t.after(() => resizer.close());
  const ask = async (key: string) => {
    await resizer.resize(key, { bytes: Buffer.alloc(9) });
    order.push(key);
  };
  return { order, ask };
}

interface QueueCase {
  /** The name of the queue. */
  work: string;
  open: (t: TestContext) => Opened;
  /** How many pieces of one key run at once. */
  runningOfOne: number;
  /** How many wait when one key has asked for one piece more than that, and another key for one. */
  waiting: number;
}

const queues: Record<string, QueueCase> = {
  'file indexes': { work: 'file-indexes', open: openIndexes, runningOfOne: 4, waiting: 2 },
  'file reads': { work: 'file-reads', open: openReads, runningOfOne: 16, waiting: 2 },
  'pictures that are read': { work: 'picture-reads', open: openPictureReads, runningOfOne: 16, waiting: 2 },
  'archives that are packed again': { work: 'repacked-archives', open: openRepacking, runningOfOne: 1, waiting: 1 },
  'passwords of new accounts': { work: 'passwords', open: () => openPasswords('hash'), runningOfOne: 2, waiting: 2 },
  'passwords of logins': { work: 'passwords', open: () => openPasswords('matches'), runningOfOne: 2, waiting: 2 },
  pictures: { work: 'pictures', open: openDrawing, runningOfOne: 1, waiting: 2 },
  'pictures of archives': { work: 'screenshots', open: openResizing, runningOfOne: 1, waiting: 2 },
};

describe('while one has work under way and more that waits, another is next:', () => {
  for (const [name, { work, open, runningOfOne, waiting }] of Object.entries(queues))
    test(name, async (t) => {
      let mostWaiting = 0;
      const listen = (change: Parameters<typeof queueChanges.publish>[0]) => {
        if (change.work === work) mostWaiting = Math.max(mostWaiting, change.waiting);
      };
      queueChanges.subscribe(listen);
      t.after(() => queueChanges.unsubscribe(listen));
      const { order, ask, release } = open(t);
      const asked = Array.from({ length: runningOfOne + 1 }, (_, number) => ask('a', number));
      asked.push(ask('b', runningOfOne + 1));
      await until('they wait', () => mostWaiting === waiting);
      release?.();
      await Promise.all(asked);
      assert.deepEqual(order.slice(-2), ['b', 'a']);
    });
});
