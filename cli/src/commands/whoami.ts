// `realm whoami`: the account of the token in use, what the token may do, when it ends, and where it is stored.
import type { CommandDefinition } from '../command.ts';
import { factsText } from '../facts.ts';
import { CommandError } from '../failure.ts';

export const command: CommandDefinition<[], object> = {
  examples: [['whoami --json=username,scopes', 'Two facts for a program.']],
  async run({ client, credential, output, settings: { registry }, programName, signal }) {
    const used = await credential();
    if (!used)
      throw new CommandError('login', `There is no login at ${registry}.`, {
        code: 'not_logged_in',
        hint: `${programName} login`,
      });
    const { username, name, plan, credential: token } = await client.account.get({ signal });
    const { kind, scopes, expiresAt } = token;
    const record = { registry, username, name, plan, kind, scopes, expiresAt, source: used.source };
    output.record(record, (row, style) =>
      factsText(
        [
          ['account', row.name && row.name !== row.username ? `${row.username} (${row.name})` : row.username],
          ['catalog', row.registry],
          ['credential', { key: 'API key', jwt: 'login by password', oauth: 'login by realm login' }[row.kind]],
          ['scopes', row.scopes.join(', ')],
          ['ends', row.expiresAt || 'never'],
          ['stored', row.source],
        ],
        output.isTerminal,
        style,
      ),
    );
  },
};
