// `realm config`: reads and changes the config file.
import { cacheBytes } from '../settings/cache-size.ts';
import type { CommandDefinition } from '../command.ts';
import { configPath, writeConfigFile, type ConfigFile } from '../settings/config-file.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { addressForPeople, registryAddress } from '../settings/settings.ts';

const KEYS = 'registry, profile, profiles.NAME or cacheSize';
const key = { name: '<key>', description: KEYS };

const get: CommandDefinition<[key: string], object> = {
  arguments: [key],
  async run({ config, output }, [name]) {
    const entry = entries(config).find((one) => one.key === name);
    if (!entry) throw new CommandError('notFound', `${name} is not set.`);
    output.record(entry, ({ value }) => `${value}\n`);
  },
};

const fields = ['key', 'value'];

const set: CommandDefinition<[key: string, value: string], object> = {
  fields,
  arguments: [key, { name: '<value>', description: 'an address, the name of a profile, or a size such as 2GiB' }],
  async run(context, [name, value]) {
    if (name === 'cacheSize') cacheBytes(value);
    const isText = name === 'profile' || name === 'cacheSize';
    await change(context, name, isText ? value : registryAddress(value, name));
  },
};

const unset: CommandDefinition<[key: string], object> = {
  fields,
  arguments: [key],
  run: (context, [name]) => change(context, name, undefined),
};

const path: CommandDefinition<[], object> = {
  run: async ({ env, output }) => output.record({ path: configPath(env) }, (one) => `${one.path}\n`),
};

export const command: CommandDefinition<[], object> = {
  subcommands: {
    get: { summary: 'Print a setting', ...get },
    set: { summary: 'Change a setting', ...set },
    unset: { summary: 'Remove a setting', ...unset },
    path: { summary: 'Print where the config file is', ...path },
  },
  examples: [
    ['config', 'Prints all settings.'],
    ['config set registry https://catalog.example', 'Uses this catalog from now on.'],
    ['config set profiles.staging https://staging.example', 'Lets --profile staging select this catalog.'],
    ['config set cacheSize 2GiB', 'Caches up to 2 GiB of archives, instead of 1 GiB.'],
  ],
  async run(context) {
    const { config, output } = context;
    output.records(entries(config), [
      { header: 'key', value: (entry) => entry.key },
      { header: 'value', value: ({ value }) => value, wraps: true },
    ]);
    output.note(catalogInUse(context));
  },
};

/** A config file that names no catalog can be looked at, too. */
function catalogInUse(context: CommandContext): string {
  try {
    const { registry, source } = context.settings;
    return `The catalog in use is ${registry}, from ${source}.`;
  } catch (error) {
    return `No catalog is in use: ${(error as Error).message}`;
  }
}

interface Entry {
  key: string;
  value: string;
}

function entries({ registry, profile, profiles = {}, cacheSize }: ConfigFile): Entry[] {
  const ofProfiles = Object.entries(profiles).map(([name, one]) => ({
    key: `profiles.${name}`,
    value: addressForPeople(one.registry),
  }));
  return [
    { key: 'registry', value: addressForPeople(registry ?? '') },
    { key: 'profile', value: profile ?? '' },
    ...ofProfiles,
    { key: 'cacheSize', value: cacheSize ?? '' },
  ].filter(({ value }) => value !== '');
}

async function change({ config, env, output }: CommandContext, name: string, value: string | undefined): Promise<void> {
  const [, profile] = /^profiles\.([\w-]{1,64})$/.exec(name) ?? [];
  if (profile) {
    const { [profile]: _, ...others } = config.profiles ?? {};
    await writeConfigFile(env, { ...config, profiles: value ? { ...others, [profile]: { registry: value } } : others });
  } else if (name === 'registry' || name === 'profile' || name === 'cacheSize') {
    const { [name]: _, ...others } = config;
    await writeConfigFile(env, value ? { ...others, [name]: value } : others);
  } else throw new CommandError('usage', `There is no setting ${name}.`, { hint: `Settings: ${KEYS}` });
  output.record({ key: name, value: value ?? null });
  output.note(`Wrote ${configPath(env)}`);
}
