// Any writes to a few realms: they are made, changed, starred, downloaded and removed, alone and in collections.
import assert from 'node:assert/strict';
import { fc } from '../support/fixed-seed.ts';
import { bearer, json, type TestCatalog } from '../support/harness.ts';

/** The realms that there may be: names are few, so that slugs meet. */
export const SLUGS = ['alpha', 'beta', 'gamma', 'alpha-2', 'alpha-3'];

const slug = fc.constantFrom(...SLUGS);
const ofRealm = (rest = '') => slug.map((one) => `/v1/realms/${one}${rest}`);
const name = fc.constantFrom('Alpha', 'Beta', 'Gamma', 'Alpha beta');
const category = fc.constantFrom('saas', 'blog');
const tags = fc.subarray(['auth', 'docker']);

export interface Write {
  method: string;
  path: string;
  body?: object;
}

const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({
    method: fc.constant('POST'),
    path: fc.constant('/v1/realms'),
    body: fc.record({
      name,
      description: fc.constantFrom('first words', 'other words', 'nothing'),
      category,
      tags,
      visibility: fc.constantFrom('public', 'public', 'unlisted', 'private'),
    }),
  }),
  fc.record({
    method: fc.constant('PATCH'),
    path: ofRealm(),
    body: fc.oneof(
      fc.record({ visibility: fc.constantFrom('public', 'unlisted', 'private') }),
      fc.record({ name, tags }),
      fc.record({ category }),
    ),
  }),
  fc.record({ method: fc.constant('DELETE'), path: ofRealm() }),
  fc.record({ method: fc.constantFrom('PUT', 'DELETE'), path: ofRealm('/star') }),
  fc.record({ method: fc.constant('POST'), path: ofRealm('/download') }),
  fc.record({ method: fc.constant('PATCH'), path: fc.constant('/v1/me'), body: fc.record({ name, bio: name }) }),
  fc.record({
    method: fc.constant('POST'),
    path: fc.constant('/v1/collections'),
    body: slug.map((one) => ({
      slug: `of-${one}`,
      name: 'Some',
      description: 'Some of them',
      realms: [one],
    })),
  }),
  fc.record({ method: fc.constant('DELETE'), path: slug.map((one) => `/v1/collections/of-${one}`) }),
);

export const someWrites = (minLength: number, maxLength: number) => fc.array(write, { minLength, maxLength });

/** It may be refused, since a realm may be there already, or not: but never fails. */
export async function doWrite(to: TestCatalog, token: string, { method, path, body }: Write): Promise<void> {
  const { status } = await to.ask(path, body ? json(body, token, method) : { method, ...bearer(token) });
  assert.ok(status < 500, `${method} ${path} answers ${status}`);
}
