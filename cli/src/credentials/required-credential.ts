// The credential of a command that cannot do without one.
import type { CommandContext } from '../context.ts';
import type { Credential } from './credential.ts';
import { CommandError } from '../failure.ts';

/** The credential, or an error that says how to get one. */
export async function requiredCredential({ credential, settings, programName }: CommandContext): Promise<Credential> {
  const found = await credential();
  if (found) return found;
  throw new CommandError('login', `You are not logged in to ${settings.registry}.`, {
    code: 'not_logged_in',
    hint: `${programName} login`,
  });
}
