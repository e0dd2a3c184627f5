// Answers as the leak matrix compares them: whole, but for what differs between any two answers.
import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { TestCatalog, Reply } from '../support/harness.ts';
import type { TestCaller, Visibility } from './callers.ts';

/** What a request may name of a realm. */
export interface Target {
  slug: string;
  id: string;
  /** The version that was uploaded to it, or nothing. */
  version: string;
  /** Whether that version has a picture and a preview. */
  isIllustrated: boolean;
  /** Of its newest archive. */
  digest: string;
  /** Of its details, as those have it who may see them. */
  etag: string;
}

export interface Subject extends Target {
  ownerId: string;
  visibility: Visibility;
}

/** A realm that never was, with names of the same shape; a request for it has the ETag of the one that is. */
export function absentLike({ slug, version, isIllustrated, etag }: Target, letter = 'q'): Target {
  const digest = randomBytes(32).toString('hex');
  return { slug: slug.replaceAll(/[a-z0-9]/g, letter), id: randomUUIDv7(), version, isIllustrated, digest, etag };
}

/** Every second path is asked for compressed: that form of an answer is kept ready, too. */
export function askAs(catalog: TestCatalog, caller: TestCaller, path: string, init: RequestInit = {}): Promise<Reply> {
  const common = { 'x-request-id': 'leak-matrix', 'accept-encoding': path.length % 2 ? 'gzip' : 'identity' };
  const headers = { ...common, ...caller.headers, ...(init.headers as Record<string, string>) };
  return catalog.ask(path, { ...init, headers });
}

/** A request that sends JSON, to which `askAs` adds the credential. */
export function sending(method: string, body: unknown) {
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

const VARYING = new Set(['date', 'x-ratelimit-remaining', 'x-ratelimit-reset']);

export type Whole = ReturnType<typeof whole>;

/** Status, headers and bytes, with the names of the request left out. */
export function whole({ status, headers, text }: Reply, { slug, id, digest }: Target) {
  const blank = (from: string) => [slug, id, digest].reduce((left, name) => left.replaceAll(name, '…'), from);
  const kept = [...headers].filter(([name]) => !VARYING.has(name));
  return { status, headers: Object.fromEntries(kept.map(([name, value]) => [name, blank(value)])), text: blank(text) };
}

/** Deeply equal; else it says where, and how they differ. */
export function same(actual: unknown, expected: unknown, where: string): void {
  try {
    assert.deepEqual(actual, expected);
  } catch (error) {
    assert.fail(`${where}\n${(error as Error).message}`);
  }
}
