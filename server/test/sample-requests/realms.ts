// Samples of the operations on realms and their stars, and of lists of one's own.
import { aKey, bearer } from '../support/harness.ts';
import { remove } from '../audit/actors.ts';
import { byJwt, entry } from '../audit/expected-entries.ts';
import { asBob, bobs, createdBefore, deleteMade, newRealm, of, starFull } from './made.ts';
import type { OperationSamples } from './sample.ts';

const ofBob = { ...asBob, ...of(bobs) };

export const realmSamples = {
  listRealms: {
    answers: [
      {},
      { query: 'category=saas&tags=auth&search=realm&featured=true&sort=name&limit=1&offset=0' },
      { query: 'search=nothing' },
      { query: 'facets=category,tags,license,author&author=ada&license=mit&slugs=full,bare' },
      { query: 'search=reallm' },
      asBob,
      { status: 400, query: 'limit=0&offset=-1' },
    ],
  },
  createRealm: {
    answers: [
      { body: newRealm, ...asBob },
      { query: 'name=New&description=By+query.&category=api&tags=a,b', ...asBob },
      { status: 400, body: { ...newRealm, category: '!', tags: 'x' }, ...asBob },
      { ...createdBefore('gone', deleteMade), status: 409, body: newRealm },
      { ...createdBefore('same'), status: 422, body: { ...newRealm, name: 'Another' } },
    ],
    audit: {
      'creating a realm': async ({ newRealm, created }) => [created((await newRealm()).slug)],
    },
  },
  getRealm: {
    answers: [{}, { params: { slug: 'bare' } }],
  },
  updateRealm: {
    answers: [
      { ...ofBob, body: { name: 'Newer', visibility: 'unlisted' } },
      {
        ...ofBob,
        body: { slug: 'renamed-and-deprecated', deprecated: { message: 'Why.', successor: 'full' } },
      },
      { ...ofBob, body: { deprecated: null } },
      { ...ofBob, status: 400, body: { name: '' } },
      { ...ofBob, status: 409, body: { slug: 'full' } },
      { status: 403, body: {}, ...asBob },
    ],
    audit: {
      'changing a realm and who sees it': async ({ root, byKey, newRealm, change, created }) => {
        const { slug } = await newRealm();
        await change(slug, { name: 'Alice Liddell', tags: ['x'] });
        await change(slug, { visibility: 'public' });
        await change(slug, { visibility: 'private', license: 'MIT' });
        await change(slug, { visibility: 'unlisted' }, root.token);
        return [
          created(slug),
          entry('realm.update', byKey(), slug, { fields: 'name tags' }),
          entry('realm.update', byKey(), slug, { fields: 'visibility' }),
          entry('realm.visibility', byKey(), slug, { to: 'private' }),
          entry('realm.update', byKey(), slug, { fields: 'visibility license' }),
          entry('realm.visibility', byJwt(root), slug, { to: 'unlisted' }),
        ];
      },
      'renaming a realm, deprecating it and taking that back': async ({ byKey, newRealm, change, created }) => {
        const { slug } = await newRealm();
        const now = `${slug}-renamed`;
        await change(slug, { slug: now });
        await change(now, { deprecated: { message: 'Use another.', successor: '' } });
        await change(now, { deprecated: null });
        return [
          created(slug),
          entry('realm.rename', byKey(), slug, { to: now }),
          entry('realm.update', byKey(), now, { fields: 'deprecated' }),
          entry('realm.update', byKey(), now, { fields: 'deprecated' }),
        ];
      },
      'renaming a realm together with other changes': async ({ byKey, newRealm, change, created }) => {
        const { slug } = await newRealm();
        const [second = '', third = '', last = ''] = ['second', 'third', 'last'].map((word) => `${slug}-${word}`);
        await change(slug, { slug: second, visibility: 'public' });
        await change(second, { slug: third, visibility: 'private' });
        await change(third, { slug: third, visibility: 'public' });
        await change(third, { slug: last, name: 'Another name' });
        await change(last, { slug: last, visibility: 'public' });
        return [
          created(slug),
          entry('realm.rename', byKey(), slug, { to: second }),
          entry('realm.rename', byKey(), second, { to: third }),
          entry('realm.visibility', byKey(), second, { to: 'private' }),
          entry('realm.visibility', byKey(), third, { to: 'public' }),
          entry('realm.rename', byKey(), third, { to: last }),
          entry('realm.update', byKey(), third, { fields: 'name slug' }),
          entry('realm.update', byKey(), last, { fields: 'slug visibility' }),
        ];
      },
    },
  },
  deleteRealm: {
    answers: [ofBob, { status: 403, ...asBob }],
    audit: {
      'deleting a realm': async ({ key, ask, byKey, newRealm, created }) => {
        const { slug } = await newRealm();
        await ask(204, `/v1/realms/${slug}`, remove(key.key));
        return [created(slug), entry('realm.delete', byKey(), slug)];
      },
    },
  },
  starRealm: {
    answers: [asBob],
    audit: { never: 'stars are counted' },
  },
  unstarRealm: {
    answers: [asBob],
    audit: { never: 'stars are counted' },
  },
  getStar: {
    answers: [{ ...asBob, first: starFull }],
  },
  listMyRealms: {
    answers: [
      { ...asBob, first: async (here) => (await bobs(here), {}) },
      { query: 'search=new&sort=name&limit=1', as: 'the key' },
      { status: 400, query: 'limit=0', ...asBob },
      {
        status: 403,
        first: async ({ catalog, credentials }) =>
          bearer((await aKey(catalog, credentials.bob, { scopes: ['account'] })).key),
      },
    ],
  },
  listMyStars: {
    answers: [
      { ...asBob, first: starFull },
      { status: 400, query: 'offset=-1', ...asBob },
    ],
  },
} satisfies Record<string, OperationSamples>;
