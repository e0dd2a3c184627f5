// API keys over HTTP: an account makes, lists and revokes its own.
import { defaultScopes, operations } from '@realm-catalog/contract';
import { byCaller, entryOf } from '../audit/entry.ts';
import { scopesBeyond } from '../credentials/caller.ts';
import type { Serve } from '../http/operation.ts';
import { problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { newKey } from './new-key.ts';
import { deleteKey, createKey, listKeys } from './queries.ts';

const MOST = 100;

export function keys(serve: Serve, { db }: Services): void {
  serve(operations.createKey, async (call) => {
    const { caller, body } = call;
    const { name, scopes = defaultScopes } = body;
    const beyond = scopesBeyond(caller, scopes);
    if (beyond) throw problem('forbidden', beyond);
    const expiresAt = body.expiresAt ? new Date(body.expiresAt).toISOString() : '';
    if (expiresAt && expiresAt <= new Date().toISOString())
      throw problem('invalid_request', 'A key cannot end before it begins.', {
        errors: [{ field: 'expiresAt', message: 'must be in the future' }],
      });
    const { secret, kept } = newKey({ accountId: caller.account.id, name, scopes, expiresAt });
    const entry = entryOf(byCaller(call), 'key.create', kept.id, { scopes: kept.scopes, expiresAt });
    if (!(await createKey(db, kept, MOST, entry)))
      throw problem('conflict', `An account has at most ${MOST} keys; revoke one first.`);
    const { id, createdAt } = kept;
    return { body: { id, name, key: secret, scopes: kept.scopes, createdAt, expiresAt } };
  });

  serve(operations.listKeys, async ({ caller }) => ({ body: { keys: await listKeys(db, caller.account.id) } }));

  serve(operations.revokeKey, async (call) => {
    const { caller, params } = call;
    if (!(await deleteKey(db, caller.account.id, params.id, entryOf(byCaller(call), 'key.revoke', params.id))))
      throw problem('not_found', 'You have no key with this id.');
  });
}
