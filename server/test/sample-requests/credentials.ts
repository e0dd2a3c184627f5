// Samples of the operations on keys and OAuth clients, and of the limit and the audit.
import assert from 'node:assert/strict';
import { remove } from '../audit/actors.ts';
import { byJwt, defaults, entry } from '../audit/expected-entries.ts';
import { aKey, bearer, json, signUp } from '../support/harness.ts';
import { aClient, asAdmin, asBob, asCurator, of } from './made.ts';
import type { Here, OperationSamples, Sample } from './sample.ts';

/** Asked by an account that has as many as it may. */
const oneTooMany = (
  username: string,
  body: object,
  addOne: (here: Here, token: string) => Promise<unknown>,
): Sample => ({
  status: 409,
  body,
  async first(here) {
    const { token } = await signUp(here.catalog, { username });
    for (let n = 0; n < 100; n += 1) await addOne(here, token);
    return bearer(token);
  },
});
const deviceClient = { name: 'App', grantTypes: ['device_code'] };

export const credentialSamples = {
  createKey: {
    answers: [
      { body: { name: 'laptop' }, ...asBob },
      { body: { name: 'ci', scopes: ['account'], expiresAt: '2999-01-01T00:00:00Z' }, ...asBob },
      { status: 400, body: { scopes: ['everything'] }, ...asBob },
      oneTooMany('collector', { name: 'x' }, ({ catalog }, token) => aKey(catalog, token)),
    ],
    audit: {
      'making a key': async ({ alice, ask }) => {
        const { id } = await ask(201, '/v1/keys', json({ name: 'Alice Liddell' }, alice.token));
        return [entry('key.create', byJwt(alice), id, { scopes: defaults, expiresAt: '' })];
      },
    },
  },
  listKeys: { answers: [asBob] },
  revokeKey: {
    answers: [
      {
        ...asBob,
        ...of(async ({ catalog, credentials }) => ({ id: (await aKey(catalog, credentials.bob)).id })),
      },
    ],
    audit: {
      'revoking a key': async ({ alice, ask }) => {
        const { id } = await ask(201, '/v1/keys', json({ name: 'x', scopes: ['account'] }, alice.token));
        await ask(204, `/v1/keys/${id}`, remove(alice.token));
        return [
          entry('key.create', byJwt(alice), id, { scopes: 'account', expiresAt: '' }),
          entry('key.revoke', byJwt(alice), id),
        ];
      },
    },
  },
  createOAuthClient: {
    answers: [
      { body: { name: 'App', redirectUris: ['http://127.0.0.1/callback'] }, ...asBob },
      { body: { name: 'Job', type: 'confidential', grantTypes: ['client_credentials'] }, ...asBob },
      { status: 400, body: { name: '' }, ...asBob },
      oneTooMany('maker', deviceClient, async ({ catalog }, token) =>
        assert.equal((await catalog.ask('/v1/oauth/clients', json(deviceClient, token))).status, 201),
      ),
    ],
    audit: {
      'registering an OAuth client': async ({ newClient, registered }) => [registered((await newClient()).id)],
    },
  },
  listOAuthClients: { answers: [asBob] },
  updateOAuthClient: {
    answers: [
      { ...asBob, ...of(aClient()), body: { name: 'Renamed', scopes: ['realms:read'] } },
      { ...asBob, ...of(aClient()), status: 400, body: { scopes: ['everything'] } },
    ],
    audit: {
      'changing an OAuth client': async ({ alice, ask, newClient, registered }) => {
        const { id } = await newClient();
        const send = (status: number, body: object) =>
          ask(status, `/v1/oauth/clients/${id}`, json(body, alice.token, 'PATCH'));
        await send(200, { name: 'A new name', scopes: ['account'] });
        await send(400, { scopes: [] });
        const details = { fields: 'name scopes', scopes: 'account' };
        return [registered(id), entry('client.update', byJwt(alice), id, details)];
      },
    },
  },
  createClientSecret: {
    answers: [
      { ...asBob, ...of(aClient()), body: {} },
      { ...asBob, ...of(aClient()), body: { revoke: true } },
      { ...asBob, ...of(aClient()), status: 400, body: { revoke: 'yes' } },
      { ...asBob, ...of(aClient({ type: 'public', grantTypes: ['device_code'] })), status: 409, body: {} },
    ],
    audit: {
      'a new secret of an OAuth client': async ({ alice, ask }) => {
        const fields = { name: 'Job', type: 'confidential', grantTypes: ['client_credentials'], scopes: ['account'] };
        const { id } = await ask(201, '/v1/oauth/clients', json(fields, alice.token));
        await ask(201, `/v1/oauth/clients/${id}/secret`, json({ revoke: true }, alice.token));
        const details = { type: 'confidential', grantTypes: 'client_credentials', scopes: 'account' };
        return [
          entry('client.create', byJwt(alice), id, details),
          entry('client.secret', byJwt(alice), id, { formerEndsAt: '' }),
        ];
      },
    },
  },
  deleteOAuthClient: {
    answers: [{ ...asBob, ...of(aClient()) }],
    audit: {
      'removing an OAuth client': async ({ alice, ask, newClient, registered }) => {
        const { id } = await newClient();
        await ask(204, `/v1/oauth/clients/${id}`, remove(alice.token));
        return [registered(id), entry('client.remove', byJwt(alice), id)];
      },
    },
  },
  getRateLimit: {
    answers: [
      {},
      asBob,
      { where: 'used up' },
      { status: 429, as: 'a stranger', where: 'used up' },
      { status: 500, as: 'the key', where: 'broken' },
    ],
  },
  listAudit: {
    answers: [
      asAdmin,
      { query: 'action=login.succeed&actor=bob&subject=bob&limit=1', ...asAdmin },
      { query: 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z', ...asAdmin },
      { status: 400, query: 'action=nothing&from=yesterday&before=x', ...asAdmin },
      { status: 403, ...asBob },
      { status: 403, ...asCurator },
    ],
  },
} satisfies Record<string, OperationSamples>;
