// Samples of the operations on realms and their stars, and of lists of one's own.
import { aKey, bearer } from '../support/harness.ts';
import { remove } from '../audit/actors.ts';
import { byJwt, entry } from '../audit/expected-entries.ts';
import { change, its, nobody, see } from '../leaks/probes.ts';
import { asBob, bobs, createdBefore, deleteMade, newRealm, of, starFull } from './made.ts';
import type { OperationSamples } from './sample.ts';

const percent = (text: string) =>
  text.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

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
    leaks: { check: 'lists' },
  },
  createRealm: {
    answers: [
      { body: newRealm, ...asBob },
      { query: 'name=New&description=By+query.&category=api&tags=a,b', ...asBob },
      { status: 400, body: { ...newRealm, category: '!', tags: 'x' }, ...asBob },
      { ...createdBefore('gone', deleteMade), status: 409, body: newRealm },
      { ...createdBefore('same'), status: 422, body: { ...newRealm, name: 'Another' } },
    ],
    leaks: { check: 'creating' },
    audit: {
      'creating a realm': async ({ newRealm, created }) => [created((await newRealm()).slug)],
    },
  },
  getRealm: {
    answers: [{}, { params: { slug: 'bare' } }],
    leaks: {
      probes: [
        see('by its slug', 200, { shows: its('id') }),
        see('in the reference spelling', 200, { path: ({ slug }) => `/v1/api/realms/${slug}`, shows: its('id') }),
        see('with a slash at the end', 200, { query: () => '/', shows: its('id') }),
        see('with a query that means nothing', 200, {
          query: () => '?version=1.0.0&visibility=private',
          shows: its('id'),
        }),
        see('with a letter encoded', 200, {
          path: ({ slug }) => `/v1/realms/${percent(slug[0] ?? '')}${slug.slice(1)}`,
          shows: its('id'),
        }),
        see('with all letters encoded', 200, { path: ({ slug }) => `/v1/realms/${percent(slug)}`, shows: its('id') }),
        see('with the ETag of those who see it', 304, { headers: ({ etag }) => ({ 'if-none-match': etag }) }),
        nobody('with a letter encoded twice', 404, { path: ({ slug }) => `/v1/realms/%25${percent(slug).slice(1)}` }),
        nobody('in upper case', 404, { path: ({ slug }) => `/v1/realms/${slug.toUpperCase()}` }),
        nobody('with a blank behind it', 404, { query: () => '%20' }),
        nobody('with a NUL behind it', 404, { query: () => '%00' }),
        nobody('with a wildcard', 404, { path: ({ slug }) => `/v1/realms/${slug.slice(0, -1)}%25` }),
        nobody('by its id', 404, { path: ({ id }) => `/v1/realms/${id}` }),
        nobody('below it, where nothing is', 404, { query: () => '/nothing' }),
        nobody('by another method', 405, { method: 'PURGE' }),
      ],
    },
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
    leaks: {
      probes: [
        change('with a change', 200, { body: { license: 'MIT' }, shows: its('id') }),
        change('with nothing', 200, { body: {}, shows: its('id') }),
        nobody('with a change that is not valid', 400, { body: { name: '', visibility: 'secret' } }),
        nobody('with a body that cannot be read', 400, { body: '{' }),
      ],
    },
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
    leaks: { probes: [change('for good', 204, { destroys: true })] },
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
    leaks: { probes: [see('with a star', 204, { writes: true })] },
    audit: { never: 'stars are counted' },
  },
  unstarRealm: {
    answers: [asBob],
    leaks: { probes: [see('without one', 204, { writes: true })] },
    audit: { never: 'stars are counted' },
  },
  getStar: {
    answers: [{ ...asBob, first: starFull }],
    leaks: {
      probes: [see('that is not there', 404, { shows: () => 'You have not starred', needsCredential: true })],
    },
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
    leaks: { check: 'lists' },
  },
  listMyStars: {
    answers: [
      { ...asBob, first: starFull },
      { status: 400, query: 'offset=-1', ...asBob },
    ],
    leaks: { check: 'lists' },
  },
} satisfies Record<string, OperationSamples>;
