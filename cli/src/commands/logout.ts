// `realm logout`: ends the login at the catalog, and removes the credential from this machine.
import type { CommandDefinition } from '../command.ts';
import { refuseUnsafe } from '../credential.ts';
import { credentialStore } from '../credentials/credential-store.ts';
import { oauthServer } from '../credentials/oauth-server.ts';
import { revokeToken } from '../credentials/oauth.ts';
import { exitCodes } from '../exit-codes.ts';
import { configFolder } from '../paths.ts';

export const command: CommandDefinition<[], object> = {
  examples: [['logout', 'Ends the login at the catalog, and forgets it here.']],
  async run({ output, settings: { registry }, env, io, options, signal }) {
    const removed = await credentialStore(configFolder(env), env).remove(registry, signal);
    for (const name of ['REALM_TOKEN', 'REALM_TOKEN_FILE'])
      if (env[name]) output.warn(`${name} is set, and commands go on using it.`);
    if (!removed) return output.note(`There is no login at ${registry}.`);
    output.note(`Logged out of ${registry}.`);
    if (removed.kind === 'token') return output.note('The token itself stays valid, since others may use it.');
    try {
      refuseUnsafe(registry, options.insecure === true);
      await revokeToken(oauthServer(registry, io, options), removed.refreshToken ?? removed.token);
    } catch (error) {
      output.warn(
        `The catalog could not be told: ${(error as Error).message} The login there ends by itself after 30 days.`,
      );
      return exitCodes.network;
    }
  },
};
