// `realm token`: prints the token that commands send, for scripts. It is refreshed if it ends soon.
import type { CommandDefinition } from '../command.ts';
import { requiredCredential } from '../credentials/required-credential.ts';

export const command: CommandDefinition<[], object> = {
  examples: [['token', 'For a request header: Authorization: Bearer TOKEN']],
  async run(context) {
    const used = await requiredCredential(context);
    context.output.record(
      { token: used.token, expiresAt: used.expiresAt ?? '', source: used.source },
      ({ token }) => `${token}\n`,
    );
  },
};
