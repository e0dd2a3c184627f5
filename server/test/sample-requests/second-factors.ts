// Samples of the operations on second factors.
import assert from 'node:assert/strict';
import sql from 'sql-template-tag';
import { remove, type Actors } from '../audit/actors.ts';
import { byJwt, entry } from '../audit/expected-entries.ts';
import { codeOf, newApp, newCodes, turnOn } from '../accounts/factors/factors.ts';
import { aPasskey, answerOfPasskey, softPasskey } from '../accounts/factors/soft-passkey.ts';
import { bearer, json, signUp, type Person } from '../support/harness.ts';
import { asBob, unknownId } from './made.ts';
import type { Here, OperationSamples } from './sample.ts';

/** Somebody new, whose second factors are changed. */
let people = 0;
const someone = ({ catalog }: Here) => signUp(catalog, { username: `factor-${(people += 1)}` });

async function withApp(by: Actors) {
  const { catalog, unspoken } = by;
  const fay = await signUp(catalog, { username: `fay-${(people += 1)}` });
  const { secret } = await newApp(catalog, fay.token);
  unspoken.add(secret);
  return { fay, secret, opened: openedBy(fay) };
}

const openedBy = ({ account }: Person) => [
  entry('account.create', ['', 'anonymous'], account.id),
  entry('login.succeed', [account.id, 'password'], account.id, { at: 'api' }),
];

export const secondFactorSamples = {
  getSecondFactors: { answers: [asBob] },
  createTotp: {
    answers: [
      { ...asBob },
      {
        status: 409,
        async first(here) {
          const { token } = await someone(here);
          await turnOn(here.catalog, token);
          return bearer(token);
        },
      },
    ],
    audit: { never: 'an app counts when it is confirmed' },
  },
  confirmTotp: {
    answers: [
      {
        async first(here) {
          const { token } = await someone(here);
          return { ...bearer(token), body: { code: codeOf((await newApp(here.catalog, token)).secret) } };
        },
      },
      { status: 400, body: {}, ...asBob },
      { status: 409, body: { code: '123456' }, first: async (here) => bearer((await someone(here)).token) },
    ],
    audit: {
      'adding an authenticator app': async (by) => {
        const { fay, secret, opened } = await withApp(by);
        const send = (status: number, code: string) =>
          by.ask(status, '/v1/me/second-factors/totp', json({ code }, fay.token, 'PUT'));
        await send(400, 'no code');
        await send(204, codeOf(secret));
        await send(409, codeOf(secret));
        return [...opened, entry('account.factor', byJwt(fay), fay.account.id, { added: 'totp' })];
      },
    },
  },
  deleteTotp: {
    answers: [
      {
        async first(here) {
          const { token } = await someone(here);
          await turnOn(here.catalog, token);
          return bearer(token);
        },
      },
      { status: 404, first: async (here) => bearer((await someone(here)).token) },
    ],
    audit: {
      'removing it': async (by) => {
        const { fay, secret, opened } = await withApp(by);
        await by.ask(204, '/v1/me/second-factors/totp', json({ code: codeOf(secret) }, fay.token, 'PUT'));
        for (const status of [204, 404]) await by.ask(status, '/v1/me/second-factors/totp', remove(fay.token));
        const changed = (details: object) => entry('account.factor', byJwt(fay), fay.account.id, details);
        return [...opened, changed({ added: 'totp' }), changed({ removed: 'totp' })];
      },
    },
  },
  createRecoveryCodes: {
    answers: [{ ...asBob }],
    audit: { never: 'codes count when they are confirmed' },
  },
  confirmRecoveryCodes: {
    answers: [
      {
        async first(here) {
          const { token } = await someone(here);
          const [code = ''] = await newCodes(here.catalog, token);
          return { ...bearer(token), body: { code } };
        },
      },
      { status: 400, body: { code: 'none of them' }, ...asBob },
    ],
    audit: {
      'saving recovery codes': async (by) => {
        const { fay, opened } = await withApp(by);
        const codes = await newCodes(by.catalog, fay.token);
        assert.equal(codes.length, 8);
        for (const code of codes) by.unspoken.add(code);
        const [code] = codes;
        await by.ask(204, '/v1/me/second-factors/recovery-codes', json({ code }, fay.token, 'PUT'));
        return [...opened, entry('account.factor', byJwt(fay), fay.account.id, { added: 'recovery-codes' })];
      },
    },
  },
  askForPasskey: {
    answers: [
      asBob,
      {
        status: 409,
        async first(here) {
          const { token } = await someone(here);
          for (let n = 0; n < 20; n += 1) await aPasskey(here.catalog, token);
          return bearer(token);
        },
      },
    ],
    audit: { never: 'it only asks' },
  },
  createPasskey: {
    answers: [
      {
        body: { token: 'unknown', name: 'Laptop', response: '{}' },
        async first(here) {
          const { token } = await someone(here);
          return { ...bearer(token), body: await answerOfPasskey(here.catalog, token) };
        },
      },
      { status: 400, body: { token: 'unknown', name: 'Laptop', response: '{}' }, ...asBob },
      {
        status: 409,
        async first(here) {
          const { token } = await someone(here);
          const device = softPasskey();
          const add = async () => ({ ...bearer(token), body: await answerOfPasskey(here.catalog, token, device) });
          const { body } = await add();
          await here.catalog.ask('/v1/me/second-factors/passkeys', json(body, token));
          return add();
        },
      },
    ],
    audit: {
      'adding a passkey': async ({ catalog, ask }) => {
        const fay = await signUp(catalog, { username: 'fay-with-a-passkey' });
        const body = await answerOfPasskey(catalog, fay.token);
        await ask(201, '/v1/me/second-factors/passkeys', json(body, fay.token));
        await ask(400, '/v1/me/second-factors/passkeys', json(body, fay.token));
        return [...openedBy(fay), entry('account.factor', byJwt(fay), fay.account.id, { added: 'passkey' })];
      },
    },
  },
  deletePasskey: {
    answers: [
      {
        async first(here) {
          const { token } = await someone(here);
          return { ...bearer(token), params: { id: await aPasskey(here.catalog, token) } };
        },
      },
      { status: 404, params: { id: unknownId }, ...asBob },
      {
        status: 409,
        async first(here) {
          const { token, account } = await someone(here);
          const id = await aPasskey(here.catalog, token);
          await here.catalog.services.db.batch([sql`update accounts set password_hash = '' where id = ${account.id}`]);
          return { ...bearer(token), params: { id } };
        },
      },
    ],
    audit: {
      'removing a passkey': async ({ catalog, ask }) => {
        const fay = await signUp(catalog, { username: 'fay-without-one' });
        const id = await aPasskey(catalog, fay.token);
        for (const status of [204, 404]) await ask(status, `/v1/me/second-factors/passkeys/${id}`, remove(fay.token));
        const changed = (details: object) => entry('account.factor', byJwt(fay), fay.account.id, details);
        return [...openedBy(fay), changed({ added: 'passkey' }), changed({ removed: 'passkey' })];
      },
    },
  },
} satisfies Record<string, OperationSamples>;
