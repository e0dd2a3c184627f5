// Samples of the operations that need mail.
import sql from 'sql-template-tag';
import { insertOneTimeToken } from '../../src/credentials/one-time-queries.ts';
import { entry } from '../audit/expected-entries.ts';
import { bearer, json, signUp, type TestCatalog } from '../support/harness.ts';
import { until } from '../support/until.ts';
import type { Here, OperationSamples } from './sample.ts';

/** Somebody new, with an address that is not verified. */
let people = 0;
async function someone(catalog: TestCatalog) {
  const person = await signUp(catalog, { username: `reader-${(people += 1)}` });
  const email = `${person.account.username}@mail.example`;
  await catalog.ask('/v1/me', json({ email }, person.token, 'PATCH'));
  return { ...person, email };
}

/** What a mail would hold. The tests of mail read it from the mail itself. */
async function aToken(catalog: TestCatalog, kind: 'verify' | 'reset') {
  const { account, email, token: jwt } = await someone(catalog);
  const token = `${kind}-${account.id}`;
  const stored = { kind, accountId: account.id, payload: email, expiresAt: '2999-01-01T00:00:00.000Z' };
  await catalog.services.db.batch([insertOneTimeToken(token, stored)]);
  return { token, jwt, id: account.id, email };
}

const NEW_PASSWORD = 'another password';

export const mailSamples = {
  requestPasswordReset: {
    answers: [
      { body: { email: 'nobody@mail.example' } },
      { status: 400, body: {} },
      { status: 404, where: 'without mail', body: { email: 'nobody@mail.example' } },
    ],
    audit: {
      'asking for a new password by mail': async ({ catalog, ask }) => {
        const { token, id, email } = await aToken(catalog, 'verify');
        await ask(204, '/v1/auth/verify-email', json({ token }));
        for (const address of [email, 'nobody@mail.example'])
          await ask(204, '/v1/auth/reset', json({ email: address }));
        const { db } = catalog.services;
        await until('it is in the queue', () => db.get(sql`select 1 from mail_queue where account_id = ${id}`));
        return [...opened(id), entry('account.email', [id, 'mail'], id), entry('account.reset', ['', 'anonymous'], id)];
      },
    },
  },
  resetPassword: {
    answers: [
      {
        body: { token: 'unknown', password: NEW_PASSWORD },
        first: async ({ catalog }: Here) => ({
          body: { token: (await aToken(catalog, 'reset')).token, password: NEW_PASSWORD },
        }),
      },
      { status: 400, body: {} },
      { status: 404, body: { token: 'unknown', password: NEW_PASSWORD } },
    ],
    audit: {
      'setting a new password by mail': async ({ catalog, ask }) => {
        const { token, id } = await aToken(catalog, 'reset');
        for (const status of [204, 404])
          await ask(status, '/v1/auth/reset', json({ token, password: NEW_PASSWORD }, '', 'PUT'));
        return [...opened(id), entry('account.password', [id, 'mail'], id)];
      },
    },
  },
  requestEmailVerification: {
    answers: [
      { first: async ({ catalog }: Here) => bearer((await someone(catalog)).token) },
      {
        status: 404,
        first: async ({ catalog }: Here) =>
          bearer((await signUp(catalog, { username: `unread-${(people += 1)}` })).token),
      },
      {
        status: 409,
        async first({ catalog }: Here) {
          const { token, jwt } = await aToken(catalog, 'verify');
          await catalog.ask('/v1/auth/verify-email', json({ token }));
          return bearer(jwt);
        },
      },
    ],
    audit: { never: 'it changes nothing: verifyEmail does' },
  },
  verifyEmail: {
    answers: [
      {
        body: { token: 'unknown' },
        first: async ({ catalog }: Here) => ({ body: { token: (await aToken(catalog, 'verify')).token } }),
      },
      { status: 400, body: {} },
      { status: 404, body: { token: 'unknown' } },
    ],
    audit: {
      'verifying an address': async ({ catalog, ask }) => {
        const { token, id } = await aToken(catalog, 'verify');
        for (const status of [204, 404]) await ask(status, '/v1/auth/verify-email', json({ token }));
        return [...opened(id), entry('account.email', [id, 'mail'], id)];
      },
    },
  },
} satisfies Record<string, OperationSamples>;

const opened = (id: string) => [
  entry('account.create', ['', 'anonymous'], id),
  entry('login.succeed', [id, 'password'], id, { at: 'api' }),
  entry('account.update', [id, 'jwt'], id, { fields: 'email' }),
];
