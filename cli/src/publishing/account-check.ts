// Checks before a publication whether the account may do it: the scope of its token, and the room that it has left.
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { sizeText } from '../progress.ts';

export async function checkAccount({ client, credential, output, signal, programName }: CommandContext, bytes: number) {
  const used = await credential();
  if (!used) return output.warn(`There is no login, so the account was not checked: ${programName} login`);
  const { username, credential: token, quota } = await client.account.get({ signal });
  if (!token.scopes.includes('realms:write'))
    throw new CommandError('forbidden', `The token of ${username} has not the scope realms:write.`, {
      code: 'missing_scope',
      hint: `${programName} login --scopes realms:read,realms:write`,
    });
  const left = quota.bytes.limit - quota.bytes.used;
  if (bytes > left)
    throw new CommandError(
      'forbidden',
      `The archive has ${sizeText(bytes)}, and ${username} has room for ${sizeText(left)}.`,
      {
        code: 'quota_exceeded',
      },
    );
}
