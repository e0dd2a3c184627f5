// The options that every command takes.
import { DEFAULT_REGISTRY } from './settings/serving-catalog.ts';

export interface GlobalOptions {
  registry?: string;
  profile?: string;
  /** The fields to print; empty for all. */
  json?: string[];
  ndjson?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  color: boolean;
  yes?: boolean;
  input: boolean;
  timeoutMs?: number;
  insecure?: boolean;
}

/** Flags and descriptions, in the order of the help. */
export const globalOptions: [flags: string, description: string][] = [
  ['--registry <address>', `the catalog, by default ${DEFAULT_REGISTRY}; or set REALM_REGISTRY`],
  ['--profile <name>', 'the catalog with this name in the config file; or set REALM_PROFILE'],
  ['--json [=fields]', 'print JSON: everything, or these fields (--json=slug,version)'],
  ['--ndjson', 'print JSON, one record per line'],
  ['-q, --quiet', 'print only data and errors'],
  ['-v, --verbose', 'show requests and responses, without secrets'],
  ['--no-color', 'print no colours; or set NO_COLOR (FORCE_COLOR does the opposite)'],
  ['-y, --yes', 'answer every question with yes or its default'],
  ['--no-input', 'ask no questions'],
  ['--timeout <seconds>', 'give up on a request after this time, or on a transfer that stalls for so long'],
  ['--insecure', 'send a token even over plain http'],
];
