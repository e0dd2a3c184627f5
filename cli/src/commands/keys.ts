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
      description: 'what the key may do, separated by commas; realms:read,realms:write by default',
    },
    { flags: '--expires <when>', description: 'when it expires: 90d, 12h, or a date; never by default' },
  ],
  fields: ['id', 'name', 'scopes', 'createdAt', 'expiresAt', 'key'],
  examples: [
    ['keys create ci --expires 90d > key.txt', 'Writes only the key to stdout.'],
    ['keys create reader --scopes realms:read', 'Makes a key that can change nothing.'],
  ],
  async run({ client, output, signal }, [name], { scopes, expires }) {
    const fields = {
      name,
      ...(scopes && { scopes: scopes.split(',').map((scope) => scope.trim()) }),
      ...(expires && { expiresAt: endOf(expires, Date.now()) }),
    } as NewKey;
    const made = await client.keys.create(fields, { signal });
    output.record(made, ({ key }) => `${key}\n`);
    const end = made.expiresAt ? `expires at ${made.expiresAt}` : 'never expires';
    output.note(`Created the key ${made.name} with the scopes ${made.scopes.join(', ')}. It ${end}.`);
    output.note('You will not see the key again. Programs read it from REALM_TOKEN.');
  },
};

const revoke: CommandDefinition<[key: string], object> = {
  arguments: [{ name: '<key>', description: 'its id or name' }],
  fields: ['id', 'name', 'isRevoked'],
  examples: [['keys revoke ci', 'Revokes it immediately.']],
  async run(context, [word]) {
    const { client, output, prompt, signal, typedWith } = context;
    const { id, name } = findKey((await client.keys.list({ signal })).keys, word, context);
    const message = `Revoke the key ${name}? Programs that use it lose access immediately.`;
    if (!(await prompt.confirm({ message, otherwise: typedWith('--yes') })))
      throw new CommandError('usage', 'Nothing was revoked.', { code: 'not_confirmed' });
    await client.keys.revoke(id, { signal });
    output.record({ id, name, isRevoked: true });
    output.note(`Revoked the key ${name}.`);
  },
};

export const command: CommandDefinition<[], object> = {
  subcommands: {
    list: { summary: 'List your keys', run: showKeys },
    create: { summary: 'Create a key, and print it once', ...create },
    revoke: { summary: 'Revoke a key', ...revoke },
  },
  examples: [
    ['keys', 'Lists your keys by name, the newest first.'],
    ['keys create ci --expires 90d', 'Creates a key. Your login needs the scope account.'],
    ['keys revoke ci', 'Revokes a key.'],
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
  output.note(keys.length === 0 ? 'You have no keys.' : `${keys.length} ${keys.length === 1 ? 'key' : 'keys'}.`);
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
    hint: `Use an id instead:\n${lines}`,
  });
}
