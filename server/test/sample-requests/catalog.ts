// Samples of the operations on what is made of realms: tags, categories, completions, collections, statistics and profiles.
import { remove } from '../audit/actors.ts';
import { byJwt, entry } from '../audit/expected-entries.ts';
import { json } from '../support/harness.ts';
import { asCurator, asBob, changing, standing } from './made.ts';
import type { AuditCases, OperationSamples, Sample } from './sample.ts';

const collection = { slug: 'collected', name: 'Collected', description: '', realms: ['full'] };
/** What is answered from memory needs the store for the credential alone. */
const fromMemory: Sample = { status: 500, where: 'broken', as: 'the key' };

/** A curator makes a collection; what is done with it then leaves a second entry. */
const curated = (
  slug: string,
  then?: (...by: Parameters<AuditCases[string]>) => ReturnType<AuditCases[string]>,
): AuditCases => ({
  [`a curator’s ${slug}`]: async (by) => {
    await by.ask(201, '/v1/collections', json({ slug, name: 'x', description: '', realms: [] }, by.root.token));
    return [entry('collection.create', byJwt(by.root), slug), ...((await then?.(by)) ?? [])];
  },
});

export const catalogSamples = {
  listTags: {
    answers: [{}, { query: 'prefix=au&limit=1' }, { status: 400, query: 'limit=0' }, fromMemory],
  },
  listCategories: {
    answers: [{}, { status: 400, query: 'offset=-1' }, fromMemory],
  },
  suggest: {
    answers: [{ query: 'q=a' }, { status: 400 }],
  },
  listCollections: {
    answers: [{}, { query: 'featured=true' }, { query: 'limit=1&offset=1' }, { status: 400, query: 'featured=maybe' }],
  },
  getCollection: { answers: [{}] },
  createCollection: {
    answers: [
      { body: { ...collection, slug: 'made' }, ...asCurator },
      { status: 400, body: { ...collection, realms: ['unknown'] }, ...asCurator },
      { status: 403, body: collection, ...asBob },
      { status: 409, body: { ...collection, slug: standing }, ...asCurator },
    ],
    audit: curated('creation'),
  },
  updateCollection: {
    answers: [
      { params: { slug: changing }, body: { name: 'Newer' }, ...asCurator },
      { status: 400, body: { name: 1 }, ...asCurator },
    ],
    audit: curated('change', async ({ root, ask }) => {
      await ask(200, '/v1/collections/change', json({ name: 'y', realms: [] }, root.token, 'PATCH'));
      return [entry('collection.update', byJwt(root), 'change', { fields: 'name realms' })];
    }),
  },
  deleteCollection: {
    answers: [{ params: { slug: changing }, ...asCurator }],
    audit: curated('removal', async ({ root, ask }) => {
      await ask(204, '/v1/collections/removal', remove(root.token));
      return [entry('collection.remove', byJwt(root), 'removal')];
    }),
  },
  getStats: { answers: [{}] },
  getSeries: {
    answers: [
      { query: 'metric=downloads' },
      { query: 'metric=realms&interval=month&category=saas' },
      { query: 'metric=users&from=2026-01-01&to=2026-01-02' },
      { query: 'metric=downloads&format=csv' },
      { status: 400 },
      { status: 400, query: 'metric=users&category=saas' },
    ],
  },
  getUser: { answers: [{}, { params: { username: 'bob' } }] },
} satisfies Record<string, OperationSamples>;
