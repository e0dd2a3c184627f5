// What a hostile catalog costs whoever asks it by `realm`, and a hostile folder whoever packs it: disk, memory and time. The other rows are what clients
// cost a catalog.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { MAX_ARCHIVE_BYTES } from '@realm-catalog/contract/archive-size';
import { answerOf } from '../cli/test/support/answers.ts';
import { tarEntry, targz } from '../server/test/archives/archive-writers.ts';
import { KIB_64 } from './case.ts';
import type { Measured } from './measure.ts';

const MIB = 1_024 ** 2;
const CHUNK = Buffer.alloc(64 * 1_024, ' ');
/** What the command writes beside the archive: facts and folders. */
const MAX_DISK_BYTES = MAX_ARCHIVE_BYTES + MIB;
/** Of which Node takes some 100. */
const MAX_MEMORY_BYTES = 512 * MIB;
const POLL_MS = 20;

interface Attack {
  words: string[];
  exitCodes: number[];
  /** What the catalog says of its archive. */
  size?: number;
  archive?: (response: ServerResponse) => void;
  /** An archive that is what the catalog says of it. */
  template?: () => Buffer;
  /** Answers everything but the archive, if the catalog does not answer as it should. */
  answer?: (response: ServerResponse, path: string) => void;
  /** Fills the folder that is packed. */
  prepare?: (folder: string) => void;
  /** Takes too long for `npm test`. */
  isLarge?: boolean;
}

/** Sends this again and again until the other side has had enough. */
function endless(response: ServerResponse, next: () => Buffer | string = () => CHUNK): void {
  if (!response.destroyed) response.write(next(), (error) => !error && setImmediate(endless, response, next));
}

const endlessJson = (status: number, begin: string, next: () => string) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).write(begin);
  endless(response, next);
};

const get = ['get', 'any'];
const version = `${JSON.stringify({ version: '1.0.0', size: 1, sha256: 'a'.repeat(64), yanked: false, reason: '' })},`;

/** A page of changes that another one follows, without an end. */
function changes(response: ServerResponse, path: string): void {
  const files = Array.from({ length: 100 }, (_, at) => ({
    path: `${path} ${at}`,
    change: 'changed',
    isText: true,
    isTooLarge: false,
    diff: 'x'.repeat(10_000),
  }));
  const pagination = { total: 1, limit: 100, offset: 0, hasMore: true };
  const answer = answerOf('compareVersions', { files, pagination });
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
}

/** Rules that are tried with every way to lay the folders across them, and a path that none of them fits. */
function slowRules(folder: string): void {
  const path = join(folder, ...Array.from({ length: 29 }, () => 'a'.repeat(30)));
  mkdirSync(path, { recursive: true });
  for (const name of ['b', 'c', 'd']) writeFileSync(join(path, name), '');
  const rules = Array.from({ length: 1_000 }, (_, at) => `/**/*a*a/**/*a*a/**/*a*a/x${at}`);
  writeFileSync(join(folder, '.gitignore'), rules.join('\n'));
}

type ArchiveFile = [path: string, content: string | Buffer];

const variable = (replaces: string, value: string) => ({ ask: 'x', replaces, default: value });

/** An archive of a realm that asks for these variables. */
function templateOf(variables: object[], files: ArchiveFile[]): Buffer {
  const asked = Object.fromEntries(variables.map((one, at) => [`v${at}`, one]));
  const all: ArchiveFile[] = [['realm.json', JSON.stringify({ variables: asked })], ...files];
  return targz(...all.map(([path, content]) => tarEntry(`app/${path}`, content)));
}

/** Files of this text, and noise: an archive unpacks to no more than a hundred times its size. */
function filled(count: number, size: number, part: string): ArchiveFile[] {
  const text = part.repeat(size / part.length);
  const files = Array.from({ length: count }, (_, at): ArchiveFile => [`${at}.txt`, text]);
  return [...files, ['noise', randomBytes(Math.floor((count * size) / 100))]];
}

/** 5.5 MiB of text, in which each name of 3 bytes becomes 400 bytes: 551 MiB. */
function growing(): Buffer {
  const archive = templateOf([variable('A B', '𝒜'.repeat(100))], filled(11, MIB / 2, 'A B\n'));
  assert.ok(archive.length <= KIB_64, `${archive.length} bytes`);
  return archive;
}

/** As many as an archive has, each of which gets another path and another text. */
function mostFiles(): Buffer {
  const files = Array.from({ length: 9_998 }, (_, at): ArchiveFile => [`a-b/a-b-${at}.txt`, 'A B\n']);
  return templateOf([variable('A B', 'X'.repeat(100))], [...files, ['noise', randomBytes(MIB)]]);
}

/** 20 names as long as they can be, and texts that begin as one of them again and again. */
function mostVariables(): Buffer {
  const others = Array.from({ length: 19 }, (_, at) => `X${at} Y${at}${'z'.repeat(90)}`);
  const variables = [`${'Ba'.repeat(48)} C`, ...others].map((name) => variable(name, 'X'.repeat(100)));
  return templateOf(variables, filled(32, MIB, 'Ba'));
}

const attacks: Record<string, Attack> = {
  'an archive of 64 KiB whose texts become 551 MiB': { words: get, exitCodes: [2], template: growing },
  '10,000 files with other names': { words: get, exitCodes: [0], template: mostFiles, isLarge: true },
  '20 variables and 32 MiB of text that begins as one': {
    words: get,
    exitCodes: [0],
    template: mostVariables,
    isLarge: true,
  },
  'an archive of 1e12 bytes': { words: get, exitCodes: [9], size: 1e12, archive: endless },
  'an archive that never ends': { words: get, exitCodes: [9], size: MIB, archive: endless },
  'an archive of 100 MiB that never ends': {
    words: get,
    exitCodes: [9],
    size: MAX_ARCHIVE_BYTES,
    archive: endless,
    isLarge: true,
  },
  'an archive that was compressed once more': {
    words: get,
    exitCodes: [9],
    size: MAX_ARCHIVE_BYTES,
    archive: (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(200 * MIB))),
    isLarge: true,
  },
  'JSON that never ends': { words: get, exitCodes: [8], answer: endlessJson(200, '{"a":"', () => 'x'.repeat(65_536)) },
  'an error that never ends': { words: get, exitCodes: [8], answer: endlessJson(404, '{', () => '"a":"a",') },
  'versions that never end': {
    words: ['api', 'GET', '/realms/any/versions'],
    exitCodes: [8],
    answer: endlessJson(200, '{"versions":[', () => version.repeat(500)),
    isLarge: true,
  },
  'changes that never end': {
    words: ['diff', 'any@1.0.0', '2.0.0'],
    exitCodes: [1],
    answer: changes,
  },
  'ignore files with 1,000 rules of ** each': {
    words: ['pack', '--dry-run'],
    exitCodes: [0, 9], // a fast machine is done before its time is over
    prepare: slowRules,
    isLarge: true,
  },
  'a text of 16 MiB without a blank': {
    words: ['pack', '--dry-run'],
    exitCodes: [0],
    prepare: (folder) => writeFileSync(join(folder, 'a.txt'), randomBytes(12 * MIB).toString('base64')),
    isLarge: true,
  },
  'an answer to a login that never ends': {
    words: ['login', '--web', '--store', 'file'],
    exitCodes: [8],
    answer: endlessJson(200, '{"a":"', () => 'x'.repeat(65_536)),
    isLarge: true,
  },
};

/** One realm, as hostile as the attack has it. */
async function startHostileCatalog({ archive, template, answer, ...said }: Attack): Promise<Server & AsyncDisposable> {
  const bytes = template?.();
  const sha256 = bytes ? createHash('sha256').update(bytes).digest('hex') : 'a'.repeat(64);
  const size = bytes?.length ?? said.size;
  const server = createServer((request, response) => {
    const { host } = request.headers;
    const path = request.url ?? '';
    if (path === '/archive') return bytes ? response.end(bytes) : archive?.(response);
    if (answer) return answer(response, path);
    const facts = { slug: 'any', version: '1.0.0', sha256, size };
    const link = { downloadUrl: `http://${host}/archive`, filename: 'a', expiresAt: '2030-01-01T00:00:00.000Z' };
    return response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ ...answerOf('getRealm', facts), ...link }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return Object.assign(server, {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

const mainFile = fileURLToPath(new URL('../cli/src/main.ts', import.meta.url));
/** The child writes down how much memory it had at most, in KiB. `maxRSS` would count that of the process that started it, too. */
const onExit =
  "data:text/javascript,import{readFileSync,writeFileSync}from'node:fs';process.on('exit',()=>writeFileSync(process.env.PEAK,/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status'))[1]))";

/** Runs `realm` in a folder of its own, and looks again and again how much that folder has. */
async function cost(attack: Attack, folder: string) {
  await using catalog = await startHostileCatalog(attack);
  attack.prepare?.(folder);
  const given = bytesIn(folder);
  const REALM_REGISTRY = `http://127.0.0.1:${(catalog.address() as AddressInfo).port}`;
  const env = { PATH: process.env['PATH'], HOME: folder, PEAK: join(folder, 'peak'), REALM_REGISTRY };
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', onExit, mainFile, ...attack.words], {
    cwd: folder,
    env,
    stdio: 'ignore',
  });
  let diskBytes = 0;
  const ended = once(child, 'exit') as Promise<[code: number]>;
  for (let isRunning = true; isRunning;) {
    isRunning = await Promise.race([ended.then(() => false), sleep(POLL_MS, true)]);
    diskBytes = Math.max(diskBytes, bytesIn(folder) - given);
  }
  const [code] = await ended;
  const memoryBytes = Number(readFileSync(env.PEAK, 'utf8')) * 1_024;
  return { code, ms: performance.now() - begun, diskBytes, memoryBytes, keptBytes: bytesIn(folder) - given };
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sizes = files.map((path) => statSync(join(folder, path), { throwIfNoEntry: false }));
  return sizes.reduce((sum, found) => sum + (found?.isFile() ? found.size : 0), 0);
}

/** A row for each attack; without those that take long, if that is asked for. */
export async function measureHostileCatalogs({ withLarge }: { withLarge: boolean }): Promise<Measured[]> {
  const rows: Measured[] = [];
  for (const [name, attack] of Object.entries(attacks).filter(([, { isLarge }]) => withLarge || !isLarge)) {
    const folder = mkdtempSync(join(tmpdir(), 'realm-hostile-'));
    try {
      const { code, ms, diskBytes, memoryBytes, keptBytes } = await cost(attack, folder);
      assert.ok(attack.exitCodes.includes(code), `${name}: exit code ${code}`);
      assert.ok(diskBytes <= MAX_DISK_BYTES, `${name}: ${diskBytes} bytes on the disk`);
      assert.ok(memoryBytes <= MAX_MEMORY_BYTES, `${name}: ${memoryBytes} bytes of memory`);
      const worst = `${(diskBytes / MIB).toFixed(1)} MiB of disk and ${(memoryBytes / MIB).toFixed(0)} MiB of memory at most`;
      rows.push({
        name: `\`realm ${attack.words[0]}\` ${attack.prepare ? 'of a hostile folder' : 'from a hostile catalog'}: ${name}`,
        worst,
        heldUpMs: 0,
        answeredMs: ms,
        keptBytes,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return rows;
}
