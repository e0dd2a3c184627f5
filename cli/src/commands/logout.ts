// `realm logout`: ends the login at the catalog, and removes the credential from this machine.
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { refuseUnsafe } from '../credentials/credential.ts';
import { credentialStore } from '../credentials/credential-store.ts';
import { oauthServer } from '../credentials/oauth-server.ts';
import { revokeToken } from '../credentials/oauth.ts';
import type { StoredCredential } from '../credentials/stored-credential.ts';
import { CommandError } from '../failure.ts';
import { configFolder } from '../settings/paths.ts';

export const command: CommandDefinition<[], object> = {
  fields: ['registry', 'wasLoggedIn', 'isRevoked', 'warnings'],
  examples: [['logout', 'Revokes the login, and removes it from this machine.']],
  async run(context) {
    const { output, env, signal } = context;
    const { registry } = context.settings;
    const removed = await credentialStore(configFolder(env), env).remove(registry, signal);
    const variables = ['REALM_TOKEN', 'REALM_TOKEN_FILE'].filter((name) => env[name]);
    const warnings = variables.map((name) => `${name} is set, so commands still use it.`);
    for (const warning of warnings) output.warn(warning);
    output.note(removed ? `Logged out of ${registry}.` : `You are not logged in to ${registry}.`);
    if (removed?.kind === 'token') output.note('The token itself stays valid, since other programs may use it.');
    const login = removed?.kind === 'oauth' ? removed : undefined;
    const fault = login && (await revoke(context, login));
    const isRevoked = login !== undefined && fault === undefined;
    output.record({ registry, wasLoggedIn: removed !== undefined, isRevoked, warnings });
    if (fault) throw fault;
  },
};

/** Resolves to the error, if the catalog could not be told. */
async function revoke(
  { settings: { registry }, io, options }: CommandContext,
  { token, refreshToken = token }: StoredCredential,
): Promise<CommandError | undefined> {
  try {
    refuseUnsafe(registry, options.insecure === true);
    await revokeToken(oauthServer(registry, io, options), refreshToken);
    return undefined;
  } catch (error) {
    const message = `The login was not revoked in the catalog: ${(error as Error).message} It expires there after 30 days.`;
    return new CommandError('network', message, { code: 'not_revoked' });
  }
}
