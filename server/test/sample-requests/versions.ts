// Samples of the operations on versions, their files and downloads.
import { hash } from 'node:crypto';
import { archive, otherArchive } from '../audit/actors.ts';
import { entry } from '../audit/expected-entries.ts';
import { json } from '../support/harness.ts';
import { asBob, bobs, gzip, halfOpened, keyed, nextUpload, of, published, publishedTwice, uploadTo } from './made.ts';
import type { OperationSamples, Sample } from './sample.ts';

const toUpload: Sample = { ...gzip, first: async (here) => uploadTo(await bobs(here)) };
const ofBob = { ...asBob, ...of(bobs) };
const firstVersion = { version: '1.0.0', sha256: hash('sha256', archive) };

export const versionSamples = {
  downloadRealm: {
    answers: [
      { params: { slug: 'bare' } },
      { status: 400, query: 'version=1&version=2' },
      {
        status: 422,
        params: { slug: 'bare' },
        headers: keyed('one'),
        async first(here) {
          const { slug } = await bobs(here);
          await here.catalog.ask(`/v1/realms/${slug}/download`, { method: 'POST', headers: keyed('one') });
          return {};
        },
      },
    ],
    audit: { never: 'downloads are counted' },
  },
  getDownloads: {
    answers: [
      {
        params: { slug: 'bare' },
        first: async ({ catalog }) => (await catalog.ask('/v1/realms/bare/download', { method: 'POST' }), {}),
      },
      { params: { slug: 'bare' }, query: 'from=2026-01-01&to=2026-01-02' },
      { query: 'interval=week&by=version' },
      { query: 'by=version&format=csv' },
      { status: 400, query: 'from=yesterday' },
    ],
  },
  listVersions: {
    answers: [{}, of(published)],
  },
  openUpload: {
    answers: [
      ofBob,
      { ...asBob, ...of(halfOpened), status: 409, headers: keyed('running') },
      {
        ...asBob,
        ...of(async (here) => (await nextUpload(here, await bobs(here), keyed('other')), bobs(here))),
        status: 422,
        headers: keyed('other'),
      },
      { status: 403, ...asBob },
    ],
    audit: {
      'opening the upload of a next version': async ({ key, ask, byKey, newRealm, created }) => {
        const { slug } = await newRealm();
        await ask(201, `/v1/realms/${slug}/versions`, json({}, key.key));
        return [created(slug), entry('upload.open', byKey(), slug)];
      },
    },
  },
  uploadArchive: {
    answers: [
      toUpload,
      { status: 403, ...asBob, ...gzip },
      { ...toUpload, status: 404, first: async (here) => ({ ...uploadTo(await bobs(here)), params: { slug: 'NO' } }) },
      { ...toUpload, status: 200, first: async (here) => uploadTo(await nextUpload(here, await published(here))) },
      {
        ...toUpload,
        status: 409,
        bytes: otherArchive,
        first: async (here) => uploadTo(await nextUpload(here, await published(here))),
      },
      { ...toUpload, status: 413, bytes: new Uint8Array(101 * 1024 * 1024) },
      { ...toUpload, status: 415, headers: { 'content-type': 'text/plain' } },
      { ...toUpload, status: 422, bytes: new Uint8Array(100) },
    ],
    audit: {
      'publishing a version': async ({ alice, upload, newRealm, created }) => {
        const { slug, uploadToken } = await newRealm();
        await upload(slug, uploadToken);
        return [created(slug), entry('realm.publish', [alice.account.id, 'upload'], slug, firstVersion)];
      },
      'publishing the same files again, which changes nothing': async ({
        key,
        alice,
        ask,
        byKey,
        upload,
        newRealm,
        created,
      }) => {
        const { slug, uploadToken } = await newRealm();
        await upload(slug, uploadToken);
        const next = await ask(201, `/v1/realms/${slug}/versions`, json({}, key.key));
        await upload(slug, next.uploadToken, 200);
        const published = entry('realm.publish', [alice.account.id, 'upload'], slug, firstVersion);
        return [created(slug), published, entry('upload.open', byKey(), slug)];
      },
    },
  },
  getVersion: {
    answers: [of(published)],
  },
  updateVersion: {
    answers: [
      { body: { yanked: true, reason: 'It does not start.' }, ...asBob, ...of(published) },
      { ...ofBob, status: 400, body: { yanked: 'yes' } },
      { status: 403, body: { yanked: true }, ...asBob },
    ],
    audit: {
      'yanking a version, and taking that back': async ({ alice, key, ask, upload, byKey, newRealm, created }) => {
        const { slug, uploadToken } = await newRealm();
        await upload(slug, uploadToken);
        for (const yanked of [true, true, false])
          await ask(200, `/v1/realms/${slug}/versions/1.0.0`, json({ yanked }, key.key, 'PATCH'));
        return [
          created(slug),
          entry('realm.publish', [alice.account.id, 'upload'], slug, firstVersion),
          entry('realm.yank', byKey(), slug, { version: '1.0.0' }),
          entry('realm.unyank', byKey(), slug, { version: '1.0.0' }),
        ];
      },
    },
  },
  listFiles: {
    answers: [of(published), { status: 400, query: 'limit=0' }],
  },
  getFile: {
    answers: [of(published)],
  },
  compareVersions: {
    answers: [
      { query: 'from=1.0.0&to=1.0.1', ...of(publishedTwice) },
      { status: 400, query: 'from=1.0.0' },
      { status: 404, query: 'from=1.0.0&to=9.9.9' },
    ],
  },
} satisfies Record<string, OperationSamples>;
