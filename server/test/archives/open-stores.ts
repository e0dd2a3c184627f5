// Archive stores that tests open, on disk and on S3, and archives to put into them.
import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Archives, ByteRange } from '../../src/archives/archives.ts';
import { diskArchives } from '../../src/archives/disk.ts';
import { s3Client } from '../../src/archives/s3-client.ts';
import { s3Archives } from '../../src/archives/s3.ts';
import { readConfig, type S3Config } from '../../src/config/config.ts';
import type { S3Server } from '../support/servers/s3.ts';

export const HOUR_MS = 3_600_000;
export const NOBODY = async () => new Set<string>();

function aFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'realm-archives-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

export function onDisk(t: TestContext): { archives: Archives; folder: string } {
  const folder = aFolder(t);
  return { archives: diskArchives(folder), folder };
}

export async function onS3(t: TestContext, s3: S3Server, more: Partial<S3Config> = {}) {
  const config = { ...(readConfig(s3.env).s3 as S3Config), ...more };
  const folder = aFolder(t);
  return { archives: await s3Archives(config, folder), config, client: await s3Client(config, config.endpoint) };
}

export function anArchive(size = 1_000) {
  const bytes = randomBytes(size);
  const digest = hash('sha256', bytes);
  return { bytes, digest, path: join(digest.slice(0, 2), digest.slice(2)) };
}

export async function read(archives: Archives, digest: string, range?: ByteRange): Promise<Buffer | undefined> {
  const opened = await archives.open(digest, range);
  return opened && (await buffer(opened.stream));
}

/** Without a listing of how they differ, which takes minutes. */
export function same(actual: Buffer | undefined, expected: Buffer): void {
  assert.ok(actual?.equals(expected), `${actual?.length} bytes for ${expected.length}`);
}

export async function digestsIn(archives: Archives): Promise<string[]> {
  const digests = [];
  for await (const { digest } of archives.list()) digests.push(digest);
  return digests.toSorted();
}

export function putAll(archives: Archives, all: { bytes: Buffer; digest: string }[]): Promise<void[]> {
  return Promise.all(all.map(({ bytes, digest }) => archives.put(bytes, digest)));
}

/** Makes what is there old, and says how old: stores write their times down in whole seconds, by their own clock. */
export async function grownOld(): Promise<() => number> {
  await setTimeout(1_100);
  const then = Date.now();
  await setTimeout(1_100);
  return () => Date.now() - then;
}
