// `realm token`: prints the token that commands send, for scripts. It is refreshed if it ends soon.
import type { CommandDefinition } from '../command.ts';
import { CommandError } from '../failure.ts';

export const command: CommandDefinition<[], object> = {
  examples: [['token', 'curl -H "Authorization: Bearer $(npx realm token)" …']],
  async run({ credential, output, settings: { registry }, programName }) {
    const used = await credential();
    if (!used)
      throw new CommandError('login', `There is no login at ${registry}.`, {
        code: 'not_logged_in',
        hint: `${programName} login`,
      });
    output.record({ token: used.token, expiresAt: used.expiresAt ?? '', source: used.source }, ({ token }) => `${token}\n`);
  },
};
