// The HTTP routes of OAuth clients: an account registers, lists and removes its own.
import { randomUUIDv7 } from 'node:crypto';
import type { OAuthClient } from '@realm-catalog/contract';
import { actorOf, newAuditEntry } from '../audit/entry.ts';
import { delegationFault } from '../credentials/caller.ts';
import { hashSecret, makeSecret } from '../credentials/secrets.ts';
import type { Serve } from '../api/api.ts';
import { problem } from '../http/problem.ts';
import type { Database } from '../db/database.ts';
import { clientFaults, completeFields } from './clients.ts';
import { createClient, deleteClient, listClients, type StoredClient } from './queries.ts';

const MAX_CLIENTS = 100;

export function oauthClients(serve: Serve, { db }: { db: Database }): void {
  serve('createOAuthClient', async (call) => {
    const { caller } = call;
    const fields = completeFields(call.body);
    const errors = clientFaults(fields);
    if (errors.length > 0) throw problem('invalid_request', 'Some parameters are not valid.', { errors });
    const fault = delegationFault(caller, fields.scopes);
    if (fault) throw problem('forbidden', fault);
    const secret = fields.type === 'confidential' ? makeSecret('client') : '';
    const client: StoredClient = {
      ...fields,
      id: randomUUIDv7(),
      ownerId: caller.account.id,
      secretHash: secret && hashSecret(secret),
      createdAt: new Date().toISOString(),
    };
    const { type, grantTypes, scopes } = client;
    const entry = newAuditEntry(actorOf(call), 'client.create', client.id, { type, grantTypes, scopes });
    if (!(await createClient(db, client, MAX_CLIENTS, entry)))
      throw problem('conflict', `An account has at most ${MAX_CLIENTS} clients; remove one first.`);
    return { body: { ...toOAuthClient(client), ...(secret && { clientSecret: secret }) } };
  });

  serve('listOAuthClients', async ({ caller }) => ({
    body: { clients: (await listClients(db, caller.account.id)).map(toOAuthClient) },
  }));

  serve('deleteOAuthClient', async (call) => {
    const { caller, params } = call;
    const entry = newAuditEntry(actorOf(call), 'client.remove', params.id);
    const isDeleted = await deleteClient(db, caller.account.id, params.id, entry);
    if (!isDeleted) throw problem('not_found', 'You have no client with this id.');
  });
}

function toOAuthClient({ ownerId: _owner, secretHash: _hash, ...client }: StoredClient): OAuthClient {
  return client;
}
