// Samples of the operations on identities of another provider.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import sql from 'sql-template-tag';
import { linkPerson } from '../../src/accounts/sign-in/provider-sign-in.ts';
import { insertIdentity } from '../../src/accounts/identities/queries.ts';
import { remove } from '../audit/actors.ts';
import { byJwt, entry } from '../audit/expected-entries.ts';
import { browserCaller } from '../support/browser-caller.ts';
import { bearer, signUp, type TestCatalog } from '../support/harness.ts';
import { asBob, unknownId } from './made.ts';
import type { Here, OperationSamples } from './sample.ts';

const NAMES = { username: 'ann', name: 'Ann', email: '' };

/** Somebody new with an identity. It is linked in the browser. */
async function linked(catalog: TestCatalog) {
  const id = randomUUIDv7();
  const person = await signUp(catalog, { username: `linked-${id.slice(-6)}` });
  const issuer = 'https://login.example';
  const identity = {
    id,
    issuer,
    subject: id,
    accountId: person.account.id,
    name: 'A',
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  await catalog.services.db.batch([insertIdentity(identity)]);
  return { person, id };
}

export const identitySamples = {
  listIdentities: {
    answers: [asBob],
  },
  unlinkIdentity: {
    answers: [
      {
        async first({ catalog }: Here) {
          const { person, id } = await linked(catalog);
          return { ...bearer(person.token), params: { id } };
        },
      },
      { status: 404, params: { id: unknownId }, ...asBob },
      {
        status: 409,
        async first({ catalog }: Here) {
          const { person, id } = await linked(catalog);
          await catalog.services.db.batch([
            sql`update accounts set password_hash = '' where id = ${person.account.id}`,
          ]);
          return { ...bearer(person.token), params: { id } };
        },
      },
    ],
    audit: {
      'linking an identity, and one that is linked already': async ({ catalog }) => {
        const ann = await signUp(catalog, { username: 'ann' });
        const ben = await signUp(catalog, { username: 'ben' });
        const person = { issuer: 'https://login.example', subject: 'ann', profile: async () => NAMES };
        const origin = { ip: '127.0.0.1', requestId: randomUUIDv7() };
        const { db } = catalog.services;
        assert.equal(await linkPerson(db, await browserCaller(catalog, ann), person, origin), true);
        assert.equal(await linkPerson(db, await browserCaller(catalog, ben), person, origin), false);
        return [
          ...[ann, ben].flatMap(({ account: { id } }) => [
            entry('account.create', ['', 'anonymous'], id),
            entry('login.succeed', [id, 'password'], id, { at: 'api' }),
          ]),
          entry('account.link', [ann.account.id, 'browser'], ann.account.id),
        ];
      },
      'unlinking an identity': async ({ catalog, ask }) => {
        const { person, id } = await linked(catalog);
        for (const status of [204, 404]) await ask(status, `/v1/me/identities/${id}`, remove(person.token));
        const { account } = person;
        return [
          entry('account.create', ['', 'anonymous'], account.id),
          entry('login.succeed', [account.id, 'password'], account.id, { at: 'api' }),
          entry('account.unlink', byJwt(person), account.id),
        ];
      },
    },
  },
} satisfies Record<string, OperationSamples>;
