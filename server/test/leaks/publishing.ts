// Realms of the leak matrix, published as anyone would: created, and an archive sent to them.
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { makeTar } from '../../src/archives/make-tar.ts';
import { png } from '../pictures/sample-pictures.ts';
import { bearer, type TestCatalog } from '../support/harness.ts';
import { askAs, sending, type Subject } from './answers.ts';
import type { TestCaller, Visibility } from './callers.ts';

interface Said {
  name: string;
  description: string;
  category: string;
  tags?: string[];
  visibility: Visibility;
}

/** A realm of this caller, with an archive if there is something to put into it. */
export async function publish(catalog: TestCatalog, owner: TestCaller, said: Said, content?: string): Promise<Subject> {
  // Not of a private realm: the addresses of its pictures and its preview, and with them its ETag, change every minute. `pictures/` and `previews/serving.test.ts` have them.
  const isIllustrated = content !== undefined && said.visibility !== 'private';
  const made = await askAs(catalog, owner, '/v1/realms', sending('POST', said));
  assert.equal(made.status, 201, made.text);
  const { slug, id, uploadToken } = made.body as { slug: string; id: string; uploadToken: string };
  if (content) {
    const headers = { ...bearer(uploadToken).headers, 'content-type': 'application/gzip' };
    const body = await archiveOf(content, isIllustrated);
    const stored = await catalog.ask(`/v1/realms/${slug}/upload`, { method: 'PUT', headers, body });
    assert.equal(stored.status, 201, stored.text);
  }
  const { body } = await askAs(catalog, owner, `/v1/realms/${slug}/download`, { method: 'POST' });
  const { sha256: digest } = body as { sha256: string };
  const { visibility } = said;
  const ownerId = owner.accountId ?? assert.fail('nobody owns a realm');
  return { slug, id, digest, version: content ? '1.0.0' : '', isIllustrated, etag: '', ownerId, visibility };
}

async function archiveOf(content: string, isIllustrated: boolean): Promise<Uint8Array<ArrayBuffer>> {
  const asking = {
    variables: { name: { ask: 'What is it called?', replaces: 'Hidden Cove' } },
    parts: { site: { ask: 'With a site?', files: ['site/**'] } },
  };
  const shown = isIllustrated ? { screenshots: ['a.png'], preview: 'site' } : {};
  const files: [name: string, content: string | Buffer][] = [
    ['realm.json', JSON.stringify({ version: '1.0.0', ...asking, ...shown })],
    ['site/index.html', '<!doctype html><title>A preview</title>'],
    ['README.md', content],
    ['a.png', await png(20, 10)],
  ];
  return new Uint8Array(gzipSync(await makeTar('app', files)));
}
