// What comes in by other ways than requests: settings, commands of the operator, and the file of a snapshot. They hold up no request.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRendering, readTemplate, resolveAnswers } from '@realm-catalog/archive/templates';
import { fileOf, type Tree, type TreeFile } from '../cli/src/files/tree.ts';
import { planUpdate } from '../cli/src/updating/plan-update.ts';
import { readConfig, settings, OperatorError } from '../server/src/config/config.ts';
import { deserialize } from '../server/src/search-index/index-builder.ts';
import { FORMAT, openSnapshot } from '../server/src/catalog/snapshot-file.ts';
import { KIB_64 } from './case.ts';
import type { Measured } from './measure.ts';
import type { Aimed } from './target.ts';

const filled = (part: string) => part.repeat(KIB_64 / part.length);

const values: Record<string, string> = {
  slashes: `http://a/${filled('/')}x`,
  'slashes of a bucket': `s3://a/${filled('/')}x`,
  networks: filled('10.0.0.0/8,'),
  digits: filled('9'),
  commas: filled(','),
  letters: filled('a'),
};

/** The processor time of this thread, in milliseconds. */
function workMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function worstOf(name: string, tries: Record<string, () => void>): Measured {
  const costs = Object.entries(tries).map(([worst, run]) => {
    const begun = workMs();
    run();
    return { worst, ms: workMs() - begun };
  });
  const { worst, ms } = costs.reduce((most, cost) => (cost.ms > most.ms ? cost : most));
  return { name, worst, heldUpMs: 0, answeredMs: ms, keptBytes: 0 };
}

/** Each setting with 64 KiB of the values that are slowest to read. */
export function measureSettings(): Measured {
  const tries = Object.keys(settings).flatMap((name) =>
    Object.entries(values).map(([value, text]): [string, () => void] => [`${name}, ${value}`, () => read(name, text)]),
  );
  return worstOf('Settings of 64 KiB', Object.fromEntries(tries));
}

function read(name: string, text: string): void {
  try {
    readConfig({ ARCHIVES_URL: 's3://a', [name]: text });
  } catch (error) {
    assert.ok(error instanceof OperatorError, String(error));
  }
}

const MIB = 2 ** 20;

/** 20 names as long as they can be, and texts of 1 MiB that begin as one of them again and again. */
export function measureRendering(): Measured {
  const replaces = [`${'A '.repeat(48)}Abc`, `${'Ba'.repeat(48)} C`, ...names(18)];
  const variables = Object.fromEntries(replaces.map((name, at) => [`v${at}`, { ask: 'x', replaces: name }]));
  const template = readTemplate({ variables });
  const { answers, faults } = resolveAnswers(template, {}, 'a');
  assert.deepEqual(faults, []);
  const { render } = openRendering(template, answers, ['a']);
  const texts = ['A ', 'Ba', 'a ', 'AA', 'X0 Y', 'x0-y', ...replaces].map((part): [string, () => void] => {
    const bytes = Buffer.from(part.repeat(MIB / part.length));
    return [part.slice(0, 8), () => void render('a', bytes)];
  });
  return worstOf('Rendering 1 MiB of text with 20 variables', Object.fromEntries(texts));
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `X${at} Y${at}${'z'.repeat(90)}`);

/** As many files as are compared: each line stands in as many as count, so that a file resembles as many others as possible. */
export function measureRenames({ lines = 2_000_000 } = {}): Measured {
  const files = 1_000;
  const trees = (perFile: number, lineOf: (file: number, at: number) => number) =>
    ['old', 'new'].map((folder) => {
      const entries = Array.from({ length: files }, (_, file): [string, TreeFile] => {
        const all = Array.from({ length: perFile }, (_line, at) => lineOf(file, at)).join('\n');
        return [`${folder}/${file}`, fileOf(Buffer.from(`${folder} ${file}\n${all}`), false)];
      });
      return new Map(entries);
    });
  const most = Math.floor(lines / files / 2) - 1;
  const spread = (file: number, at: number) =>
    at * files + Math.floor(((file * (COPRIME[at % COPRIME.length] ?? 1)) % files) / 25);
  const tries = {
    'many lines, each in 50 files': trees(most, spread),
    'few lines, each in 50 files': trees(8, spread),
    'lines that all files have': trees(most, (_, at) => at),
    'files that are alike in pairs': trees(most, (file, at) => file * most + at),
  };
  const runs = Object.entries(tries).map(([name, [base = NONE, theirs = NONE]]): [string, () => void] => [
    name,
    () => void planUpdate(base, { files: base, obstaclesOf: () => [] }, theirs, { ours: 'yours', theirs: 'theirs' }),
  ]);
  return {
    ...worstOf('`realm update`: 1,000 × 1,000 files that nearly match', Object.fromEntries(runs)),
    maxAnsweredMs: 30_000,
  };
}

const NONE: Tree = new Map();
/** Numbers that have no divisor in common with 1,000. */
const COPRIME = Array.from({ length: 500 }, (_, at) => 2 * at + 1).filter((one) => one % 5 !== 0);

/** Files that begin as a snapshot does: with noise, with numbers that claim to be many, and with nothing but zeros behind. */
export function measureSnapshots(): Measured {
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-snapshot-'));
  const head = `${JSON.stringify({ format: FORMAT, token: 'a', revision: 1 }).padEnd(255)}\n`;
  const bodies = { noise: randomBytes(MIB), 'large counts': Buffer.alloc(MIB, 0xff), zeros: Buffer.alloc(MIB) };
  try {
    return worstOf(
      'Snapshot file of 1 MiB',
      Object.fromEntries(
        Object.entries(bodies).map(([name, body]) => [name, () => readSnapshot(join(folder, name), head, body)]),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readSnapshot(file: string, head: string, body: Buffer): void {
  writeFileSync(file, Buffer.concat([Buffer.from(head), body]));
  using snapshot = openSnapshot(file);
  try {
    for (const steps = deserialize(snapshot.bytes); !steps.next().done;);
  } catch (error) {
    assert.ok(error instanceof RangeError || error instanceof TypeError, String(error));
  }
  assert.equal(snapshot.isWhole(), false);
}

/** The system lets an argument have 128 KiB. */
export function measureCommands({ catalog }: Aimed): Measured {
  const slugs = Array.from({ length: 9_000 }, (_, at) => `s${at}`).join(',');
  const begun = performance.now();
  const { status, said } = catalog.admin(
    'collections',
    'add',
    'many',
    '--name',
    'Many',
    '--description',
    'd',
    '--realms',
    slugs,
  );
  assert.equal(status, 1, said);
  const marks = catalog.admin('users', 'set', 'alice', '--name', `a${'\u0344'.repeat(100)}`);
  assert.notEqual(marks.status, null, marks.said);
  const answeredMs = performance.now() - begun;
  return {
    name: 'Two commands, one with 50 KB of slugs',
    worst: '',
    heldUpMs: 0,
    answeredMs,
    keptBytes: 0,
  };
}
