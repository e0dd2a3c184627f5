// The HTTP routes of OAuth clients: an account registers, lists, changes and removes its own.
import { randomUUIDv7 } from 'node:crypto';
import type { OAuthClient, Scope } from '@realm-catalog/contract';
import { actorOf, newAuditEntry } from '../audit/entry.ts';
import { delegationError, type AccountCaller } from '../credentials/caller.ts';
import { hashSecret, makeSecret } from '../credentials/secrets.ts';
import type { AddHandler } from '../api/api.ts';
import { invalidParameters, problem } from '../http/problem.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { replaceSecret, updateClient } from './client-writes.ts';
import { changedFields, clientFaults, completeFields } from './clients.ts';
import { createClient, deleteClient, findClient, listClients, type StoredClient } from './queries.ts';
import { reservedNames } from './reserved-names.ts';

const MAX_CLIENTS = 100;

/** How long the former secret of a client stays valid, so that its programs can change to the new one. */
const FORMER_SECRET_MS = 86_400_000;

interface ClientServices {
  db: Database;
  config: Pick<Config, 'site'>;
}

export function addOAuthClientHandlers(addHandler: AddHandler, services: ClientServices): void {
  const isReserved = reservedNames(services.config.site.name);
  addRegistrationHandlers(addHandler, services, isReserved);
  addUpdateHandler(addHandler, services, isReserved);
  addSecretHandler(addHandler, services);
}

function addRegistrationHandlers(
  addHandler: AddHandler,
  { db }: { db: Database },
  isReserved: (name: string) => boolean,
): void {
  addHandler('createOAuthClient', async (call) => {
    const { caller } = call;
    const fields = completeFields(call.body);
    refuseReservedName(fields.name, isReserved);
    refuseFaults(fields);
    refuseDelegation(caller, fields.scopes);
    const secret = fields.type === 'confidential' ? makeSecret('client') : '';
    const client: StoredClient = {
      ...fields,
      id: randomUUIDv7(),
      ownerId: caller.account.id,
      secretHash: secret && hashSecret(secret),
      formerSecret: { hash: '', endsAt: '' },
      createdAt: new Date().toISOString(),
    };
    const { type, grantTypes, scopes } = client;
    const entry = newAuditEntry(actorOf(call), 'client.create', client.id, { type, grantTypes, scopes });
    if (!(await createClient(db, caller, client, MAX_CLIENTS, entry)))
      throw problem('conflict', `An account can have at most ${MAX_CLIENTS} clients. Delete one first.`);
    return { body: { ...toOAuthClient(client), ...(secret && { clientSecret: secret }) } };
  });

  addHandler('listOAuthClients', async ({ caller }) => ({
    body: { clients: (await listClients(db, caller.account.id)).map(toOAuthClient) },
  }));

  addHandler('deleteOAuthClient', async (call) => {
    const { caller, params } = call;
    const entry = newAuditEntry(actorOf(call), 'client.remove', params.id);
    const isDeleted = await deleteClient(db, caller, params.id, entry);
    if (!isDeleted) throw noClient();
  });
}

function addUpdateHandler(
  addHandler: AddHandler,
  { db }: { db: Database },
  isReserved: (name: string) => boolean,
): void {
  addHandler('updateOAuthClient', async (call) => {
    // A client may keep a name that it had before the name was reserved.
    if (call.body.name !== undefined) refuseReservedName(call.body.name, isReserved);
    for (;;) {
      const client = await ownClient(db, call.caller, call.params.id);
      const fields = changedFields(client, call.body);
      refuseFaults(fields);
      refuseDelegation(call.caller, fields.scopes);
      const details = { fields: Object.keys(call.body), scopes: fields.scopes };
      const entry = newAuditEntry(actorOf(call), 'client.update', client.id, details);
      if (await updateClient(db, call.caller, client, fields, entry))
        return { body: { ...fields, id: client.id, createdAt: client.createdAt } };
      // Another request has changed the client since it was read. Try again.
    }
  });
}

function addSecretHandler(addHandler: AddHandler, { db }: { db: Database }): void {
  addHandler('createClientSecret', async (call) => {
    const client = await ownClient(db, call.caller, call.params.id);
    if (client.type === 'public') throw problem('conflict', 'A public client has no secret.');
    refuseDelegation(call.caller, client.scopes);
    const secret = makeSecret('client');
    const { revoke = false } = call.body;
    const formerEndsAt = revoke ? '' : new Date(Date.now() + FORMER_SECRET_MS).toISOString();
    const entry = newAuditEntry(actorOf(call), 'client.secret', client.id, { formerEndsAt });
    const secrets = { secretHash: hashSecret(secret), formerEndsAt };
    if (!(await replaceSecret(db, call.caller, client, secrets, entry))) throw noClient();
    return { body: { clientSecret: secret, formerSecretEndsAt: formerEndsAt } };
  });
}

async function ownClient(db: Database, { account }: AccountCaller, id: string): Promise<StoredClient> {
  const client = await findClient(db, id);
  if (client?.ownerId !== account.id) throw noClient();
  return client;
}

function refuseReservedName(name: string, isReserved: (name: string) => boolean): void {
  const message = 'must not look like a name of this catalog';
  if (isReserved(name)) throw invalidParameters({ field: 'name', message });
}

function refuseFaults(fields: Parameters<typeof clientFaults>[0]): void {
  const errors = clientFaults(fields);
  if (errors.length > 0) throw invalidParameters(...errors);
}

/** Who controls a client can get tokens with its scopes. So a credential controls only clients whose scopes it has. */
function refuseDelegation(caller: AccountCaller, scopes: readonly Scope[]): void {
  const error = delegationError(caller, scopes);
  if (error) throw problem('forbidden', error);
}

function noClient(): Error {
  return problem('not_found', 'You have no client with this id.');
}

function toOAuthClient({
  ownerId: _owner,
  secretHash: _hash,
  formerSecret: _former,
  ...client
}: StoredClient): OAuthClient {
  return client;
}
