// Which catalog a command talks to, and who says so.
import type { ConfigFile } from './config-file.ts';
import { CommandError } from '../failure.ts';
import type { Environment } from '../terminal/io.ts';
import type { GlobalOptions } from '../options.ts';
import { programName } from './program-name.ts';
import { DEFAULT_REGISTRY } from './serving-catalog.ts';

export interface Settings {
  /** The catalog's address without a slash at its end and without `/v1`. */
  registry: string;
  /** For people: `--registry`, `REALM_REGISTRY`, the profile, the config file or the default. */
  source: string;
}

/** An option before a variable before the config file. */
export function settingsOf(options: GlobalOptions, env: Environment, config: ConfigFile): Settings {
  if (options.registry) return named(options.registry, '--registry');
  const ofProfile = (name: string, source: string) => settingsOfProfile(name, config, source, programName(env));
  if (options.profile) return ofProfile(options.profile, '--profile');
  if (env['REALM_REGISTRY']) return named(env['REALM_REGISTRY'], 'REALM_REGISTRY');
  if (env['REALM_PROFILE']) return ofProfile(env['REALM_PROFILE'], 'REALM_PROFILE');
  if (config.profile) return ofProfile(config.profile, 'the config file');
  if (config.registry) return named(config.registry, 'the config file');
  return { registry: DEFAULT_REGISTRY, source: 'the default' };
}

function settingsOfProfile(name: string, { profiles = {} }: ConfigFile, source: string, program: string): Settings {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return named(profile.registry, `profile ${name} (${source})`);
  const names = Object.keys(profiles);
  throw new CommandError('usage', `There is no profile ${name} in the config file.`, {
    hint: `${names.length > 0 ? `Profiles: ${names.join(', ')}\n` : ''}${program} config set profiles.${name} https://…`,
  });
}

function named(address: string, source: string): Settings {
  return { registry: registryAddress(address, source), source };
}

/** The address of a catalog, as it is compared and stored; `/v1` and `/v1/api` at its end mean the same catalog. */
export function registryAddress(text: string, source = 'the address'): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url?.username || url?.password)
    throw new CommandError('usage', `The address of the catalog (${source}) must not contain credentials.`, {
      hint: `Use ${addressForPeople(text)} and log in, or set REALM_TOKEN.`,
    });
  if (!url || !isWeb || url.search || url.hash)
    throw new CommandError('usage', `The address of the catalog (${source}) is invalid: ${addressForPeople(text)}`, {
      hint: 'It looks like https://catalog.example',
    });
  return `${url.origin}${url.pathname.replace(/(?:\/v1(?:\/api)?)?\/*$/, '')}`;
}

/** Without user name and password. A text that names no host may have them before its last @. */
export function addressForPeople(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.host) return text.replace(/^.*@/s, '');
  return url.username || url.password ? url.href.replace(/\/\/[^/]*@/, '//') : text;
}

/** The names and addresses that mean this machine. */
export function isLoopback(registry: string): boolean {
  const { hostname } = new URL(registry);
  // The parser of addresses writes every IPv4 address as four numbers; 127.example.com is a name of anyone.
  const isAddress = hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
  return isAddress || hostname === 'localhost' || hostname.endsWith('.localhost');
}
