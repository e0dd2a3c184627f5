// Rows for the test of the audit: what people do with OAuth clients, and clients with what they were allowed.
import assert from 'node:assert/strict';
import { bearer, json } from '../support/harness.ts';
import { remove, type Row } from './actors.ts';
import { byJwt, entry } from './expected-entries.ts';

export const clientRows: Row[] = [
  {
    does: 'registering an OAuth client',
    operation: 'createOAuthClient',
    run: async ({ newClient, registered }) => [registered((await newClient()).id)],
  },
  {
    does: 'changing an OAuth client',
    operation: 'updateOAuthClient',
    run: async ({ alice, ask, newClient, registered }) => {
      const { id } = await newClient();
      await ask(
        200,
        `/v1/oauth/clients/${id}`,
        json({ name: 'A new name', scopes: ['account'] }, alice.token, 'PATCH'),
      );
      await ask(400, `/v1/oauth/clients/${id}`, json({ scopes: [] }, alice.token, 'PATCH'));
      const details = { fields: 'name scopes', scopes: 'account' };
      return [registered(id), entry('client.update', byJwt(alice), id, details)];
    },
  },
  {
    does: 'a new secret of an OAuth client',
    operation: 'createClientSecret',
    run: async ({ alice, ask }) => {
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
  {
    does: 'removing an OAuth client',
    operation: 'deleteOAuthClient',
    run: async ({ alice, ask, newClient, registered }) => {
      const { id } = await newClient();
      await ask(204, `/v1/oauth/clients/${id}`, remove(alice.token));
      return [registered(id), entry('client.remove', byJwt(alice), id)];
    },
  },
  {
    does: 'allowing a client, which gives it back',
    run: async ({ alice, consent, token, newClient, granted }) => {
      const { id } = await newClient();
      const { access, refresh } = await consent(id);
      assert.equal((await token(id, { token: access }, '/oauth/revoke')).status, 200); // and the others of the same consent with it
      for (const _ of 'twice') assert.equal((await token(id, { token: refresh }, '/oauth/revoke')).status, 200);
      return [...granted(id), entry('consent.revoke', ['', 'client'], id, { account: alice.account.id })];
    },
  },
  {
    does: 'allowing a client, and revoking that',
    operation: 'revokeGrant',
    run: async ({ alice, ask, consent, newClient, granted }) => {
      const { id } = await newClient();
      await consent(id);
      const { grants } = await ask(200, '/v1/me/grants?limit=1', bearer(alice.token));
      await ask(204, `/v1/me/grants/${grants[0].id}`, remove(alice.token));
      await ask(404, `/v1/me/grants/${grants[0].id}`, remove(alice.token));
      return [...granted(id), entry('consent.revoke', byJwt(alice), id, { account: alice.account.id })];
    },
  },
  {
    does: 'using a code, or a refresh token of a client, twice',
    run: async ({ alice, unspoken, consent, token, newClient, granted }) => {
      const { id } = await newClient();
      const { refresh } = await consent(id);
      const again = { grant_type: 'refresh_token', refresh_token: refresh };
      const { body } = await token(id, again);
      unspoken.add(body.refresh_token).add(body.access_token);
      for (const _ of 'twice') assert.equal((await token(id, again)).status, 400);
      return [...granted(id), entry('consent.replay', ['', 'client'], id, { account: alice.account.id })];
    },
  },
];
