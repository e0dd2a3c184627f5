// `realm whoami`: the account of the token in use, what the token may do, when it ends, and where it is stored.
import type { CommandDefinition } from '../command.ts';
import { factsText } from '../terminal/facts.ts';
import { requiredCredential } from '../credentials/required-credential.ts';

export const command: CommandDefinition<[], object> = {
  examples: [['whoami --json=username,scopes', 'Prints two fields as JSON.']],
  async run(context) {
    const { client, output, signal } = context;
    const { registry } = context.settings;
    const used = await requiredCredential(context);
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
