// `realm keys`: the API keys of an account, which are for its programs: lists, creates and revokes them.
import type { Client } from '@realm-catalog/client';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { endOf } from '../credentials/key-end.ts';

type Key = Awaited<ReturnType<Client['keys']['list']>>['keys'][number];
type NewKey = Parameters<Client['keys']['create']>[0];

interface CreateOptions {
  scopes?: string;
  expires?: string;
}

const create: CommandDefinition<[name: string], CreateOptions> = {
  arguments: [{ name: '<name>', description: 'what it is for, such as laptop' }],
  options: [
    {
      flags: '--scopes <list>',
      description: 'what it may do, separated by commas; realms:read,realms:write by default',
    },
    { flags: '--expires <when>', description: 'when it ends: 90d, 12h, or a date; never by default' },
  ],
  fields: ['id', 'name', 'scopes', 'createdAt', 'expiresAt', 'key'],
  examples: [
    ['keys create ci --expires 90d > key.txt', 'The key alone goes to stdout.'],
    ['keys create reader --scopes realms:read', 'One that can change nothing.'],
  ],
  async run({ client, output, signal }, [name], { scopes, expires }) {
    const fields = {
      name,
      ...(scopes && { scopes: scopes.split(',').map((scope) => scope.trim()) }),
      ...(expires && { expiresAt: endOf(expires, Date.now()) }),
    } as NewKey;
    const made = await client.keys.create(fields, { signal });
    output.record(made, ({ key }) => `${key}\n`);
    output.note(`The key ${made.name} may do ${made.scopes.join(', ')}, and ends ${made.expiresAt || 'never'}.`);
    output.note('It is shown this once. Programs take it from REALM_TOKEN.');
  },
};

const revoke: CommandDefinition<[key: string], object> = {
  arguments: [{ name: '<key>', description: 'its id or its name' }],
  fields: ['id', 'name', 'isRevoked'],
  examples: [['keys revoke ci', 'It ends at once.']],
  async run(context, [word]) {
    const { client, output, prompt, signal, typedWith } = context;
    const { id, name } = findKey((await client.keys.list({ signal })).keys, word, context);
    const message = `Revoke the key ${name}? It ends at once.`;
    if (!(await prompt.confirm({ message, otherwise: typedWith('--yes') })))
      throw new CommandError('usage', 'Nothing was revoked.', { code: 'not_confirmed' });
    await client.keys.revoke(id, { signal });
    output.record({ id, name, isRevoked: true });
    output.note(`The key ${name} is revoked.`);
  },
};

export const command: CommandDefinition<[], object> = {
  subcommands: {
    list: { summary: 'Print your keys', run: showKeys },
    create: { summary: 'Make a key, and print it once', ...create },
    revoke: { summary: 'End a key', ...revoke },
  },
  examples: [
    ['keys', 'Your keys, the newest first, without the keys themselves.'],
    ['keys create ci --expires 90d', 'Makes one. Your login needs the scope account.'],
    ['keys revoke ci', 'Ends it.'],
  ],
  run: showKeys,
};

async function showKeys({ client, output, signal }: CommandContext): Promise<void> {
  const { keys } = await client.keys.list({ signal });
  const day = (time: string) => (output.isTerminal ? time.slice(0, 10) : time) || 'never';
  output.records(keys, [
    { header: 'name', value: ({ name }) => name, style: 'bold' },
    { header: 'scopes', value: ({ scopes }) => scopes.join(','), isOptional: true },
    { header: 'used', value: ({ lastUsedAt }) => day(lastUsedAt), isOptional: true },
    { header: 'ends', value: ({ expiresAt }) => day(expiresAt) },
    { header: 'id', value: ({ id }) => id, isOptional: true },
  ]);
  output.note(keys.length === 0 ? 'There is no key.' : `${keys.length} ${keys.length === 1 ? 'key' : 'keys'}.`);
}

/** Names need not differ: then the id decides. */
function findKey(keys: Key[], word: string, { programName }: CommandContext): Key {
  const found = keys.filter(({ id }) => id === word);
  const named = found.length > 0 ? found : keys.filter(({ name }) => name === word);
  const [key, ...others] = named;
  if (!key)
    throw new CommandError('notFound', `You have no key ${word}.`, { hint: `${programName} keys lists your keys.` });
  if (others.length === 0) return key;
  const lines = named.map(({ id, createdAt }) => `  ${id} of ${createdAt}`).join('\n');
  throw new CommandError('conflict', `${named.length} keys are called ${word}.`, {
    code: 'ambiguous',
    hint: `Name one by its id:\n${lines}`,
  });
}
