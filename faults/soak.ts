// Everything that a catalog does, for long, with writes; and whether it holds more and more: memory, handles, files, the write-ahead log.
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { aCatalog, type Tortured } from './catalog.ts';
import type { Fault } from './fault.ts';
import { anArchive, digestOf, download, expect, logIn, openAccount, publish, remove } from './visits.ts';

const MIB = 2 ** 20;
const QUIET_MS = 300;
const measured = new URL('./measured.ts', import.meta.url).href;

interface Sample {
  seconds: number;
  rss: number;
  heapUsed: number;
  handles: number;
  files: number;
  wal: number;
}
type Measure = Exclude<keyof Sample, 'seconds'>;

/** By how much each may have grown along its line when the run is over: a part of its mean, and so much besides. */
const allowed: Record<Measure, { part: number; more: number }> = {
  rss: { part: 0.15, more: 16 * MIB },
  heapUsed: { part: 0.15, more: 4 * MIB },
  handles: { part: 0, more: 10 },
  files: { part: 0, more: 10 },
  wal: { part: 0.5, more: 64 * MIB }, // then it begins anew
};

export const soak: Fault = {
  about: 'all kinds of requests for long (30 minutes, or --minutes N): memory, handles, files and the WAL stay flat',
  isLasting: true,
  async run({ isShort, minutes = 30, report }) {
    const length = isShort ? 1_500 : minutes * 60_000;
    await using catalog = await aCatalog({ node: ['--expose-gc', '--import', measured] });
    await catalog.start();
    const key = await openAccount(catalog.url);
    for (let number = 0; number < (isShort ? 5 : 100); number += 1)
      await publish(catalog.url, key, `Standing ${number}`, anArchive(2_000));

    const counts: Record<string, number> = {};
    const visitors = visitorsOf(catalog, key);
    const samples: Sample[] = [];
    const from = performance.now();
    const every = Math.min(30_000, length / 10);
    report('   s   rss MiB  heap MiB  handles  files  WAL MiB');
    while (performance.now() - from < length) {
      const until = AbortSignal.timeout(every);
      await Promise.all(visitors.map(({ visit, pause }) => keepVisiting(visit, pause, until, counts)));
      await setTimeout(QUIET_MS); // what is held now is held by nobody’s request
      samples.push(await sampleOf(catalog, from));
      report(lineOf(samples.at(-1) as Sample));
    }
    assert.equal(await catalog.stop(), 0);
    const faults = catalog.logged.filter(({ level }) => Number(level) >= 40);
    assert.deepEqual(faults, []);
    const growth = verdictOf(samples.slice(Math.ceil(samples.length / 5)), !isShort); // after it has warmed up
    return { seconds: Math.round(length / 1_000), requests: counts, growth };
  },
};

interface Visitor {
  visit: (count: (what: string) => void) => Promise<void>;
  pause: number;
}

function visitorsOf(catalog: Tortured, key: string): Visitor[] {
  const { url } = catalog;
  let number = 0;
  async function fetchArchive(slug: string, count: (what: string) => void): Promise<void> {
    const { downloadUrl, sha256 } = expect(200, await download(url, slug)).body as {
      downloadUrl: string;
      sha256: string;
    };
    count('download');
    const response = await fetch(downloadUrl, { headers: { connection: 'close' } });
    assert.equal(digestOf(Buffer.from(await response.arrayBuffer())), sha256);
    count('archive');
  }
  const publisher: Visitor = {
    async visit(count) {
      const { slug } = await publish(url, key, `Passing ${(number += 1)}`, anArchive(2_000));
      count('create');
      count('upload');
      await fetchArchive(slug, count);
      expect(204, await remove(url, key, slug));
      count('delete');
    },
    pause: 100,
  };
  const downloader: Visitor = {
    async visit(count) {
      await fetchArchive(`standing-${Math.floor(Math.random() * 5)}`, count);
    },
    pause: 50,
  };
  const reader: Visitor = {
    async visit(count) {
      const term = Math.floor(Math.random() * 300).toString(36); // so many that the answers which are kept are soon all there
      expect(200, await catalog.ask(`/v1/realms?search=${term}&sort=downloads`));
      expect(200, await catalog.ask(`/v1/realms?limit=10&offset=${Math.floor(Math.random() * 50)}`));
      count('search');
      count('list');
    },
    pause: 20,
  };
  const member: Visitor = {
    async visit(count) {
      const { token } = await logIn(url);
      const headers = { authorization: `Bearer ${token}` };
      expect(200, await catalog.ask('/v1/me', { headers }));
      expect(204, await catalog.ask('/v1/auth/logout', { method: 'POST', headers }));
      count('login');
    },
    pause: 300,
  };
  return [publisher, publisher, downloader, downloader, reader, reader, reader, member];
}

async function keepVisiting(
  visit: Visitor['visit'],
  pause: number,
  stopping: AbortSignal,
  counts: Record<string, number>,
): Promise<void> {
  while (!stopping.aborted) {
    await visit((what) => (counts[what] = (counts[what] ?? 0) + 1));
    await setTimeout(pause);
  }
}

async function sampleOf(catalog: Tortured, from: number): Promise<Sample> {
  const held = (await catalog.tell({})) as Pick<Sample, 'rss' | 'heapUsed' | 'handles'>;
  return {
    seconds: (performance.now() - from) / 1_000,
    rss: held.rss,
    heapUsed: held.heapUsed,
    handles: held.handles,
    files: readdirSync(`/proc/${catalog.pid}/fd`).length,
    wal: statSync(join(catalog.dataDir, 'catalog.sqlite-wal')).size,
  };
}

const mib = (bytes: number) => (bytes / MIB).toFixed(1);

function lineOf({ seconds, rss, heapUsed, handles, files, wal }: Sample): string {
  const cells: [text: string, width: number][] = [
    [seconds.toFixed(0), 4],
    [mib(rss), 9],
    [mib(heapUsed), 9],
    [String(handles), 8],
    [String(files), 6],
    [mib(wal), 8],
  ];
  return cells.map(([text, width]) => text.padStart(width)).join(' ');
}

/** How much each has grown from the first sample to the last, along the line that fits best. */
function verdictOf(samples: Sample[], isJudged: boolean): Record<string, string> {
  const span = (samples.at(-1)?.seconds ?? 0) - (samples[0]?.seconds ?? 0);
  return Object.fromEntries(
    (Object.keys(allowed) as Measure[]).map((measure) => {
      const { slope, mean } = lineThrough(samples.map((sample) => [sample.seconds, sample[measure]]));
      const growth = slope * span;
      const { part, more } = allowed[measure];
      if (isJudged) assert.ok(growth <= mean * part + more, `${measure} grew by ${growth} to about ${mean}`);
      const isBytes = mean > 10_000;
      const shown = (value: number) => (isBytes ? `${mib(value)} MiB` : value.toFixed(1));
      return [measure, `${shown(growth)} over ${span.toFixed(0)} s, mean ${shown(mean)}`];
    }),
  );
}

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function lineThrough(points: [x: number, y: number][]): { slope: number; mean: number } {
  const [x, y] = [meanOf(points.map(([x]) => x)), meanOf(points.map(([, y]) => y))];
  const covariance = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0);
  const variance = points.reduce((sum, [px]) => sum + (px - x) ** 2, 0);
  return { slope: variance === 0 ? 0 : covariance / variance, mean: y };
}
