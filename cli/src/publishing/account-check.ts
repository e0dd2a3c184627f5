// Checks before a publication whether the account may do it: the scope of its token, the owner of the realm, and the room that is left.
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { sizeText } from '../terminal/progress.ts';
import type { Plan, Publication } from './publication.ts';

/** Returns what could not be checked. */
export async function checkAccount(
  { client, credential, signal, programName }: CommandContext,
  { slug, packed }: Publication,
  { step }: Plan,
): Promise<string[]> {
  const used = await credential();
  if (!used) return [`You are not logged in, so the account was not checked: ${programName} login`];
  const { username, credential: token, quota } = await client.account.get({ signal });
  if (!token.scopes.includes('realms:write'))
    throw new CommandError('forbidden', `The token of ${username} does not have the scope realms:write.`, {
      code: 'missing_scope',
      hint: `${programName} login --scopes realms:read,realms:write`,
    });
  const owner = step === 'create' ? username : (await client.realms.get(slug, { signal })).author.username;
  if (owner !== username && !token.scopes.includes('admin'))
    throw new CommandError('forbidden', `${slug} belongs to ${owner}, but the token to ${username}.`, {
      code: 'not_owner',
    });
  const bytes = step === 'none' ? 0 : packed.size;
  const left = quota.bytes.limit - quota.bytes.used;
  if (bytes > left)
    throw new CommandError(
      'forbidden',
      `The archive has ${sizeText(bytes)}, but ${username} only has room for ${sizeText(left)}.`,
      {
        code: 'quota_exceeded',
      },
    );
  return [];
}
