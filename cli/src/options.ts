// The options that every command takes.

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
  ['--registry <address>', 'the catalog, also by REALM_REGISTRY; by default http://127.0.0.1:3000'],
  ['--profile <name>', 'the catalog of this name in the config file, such as staging; also by REALM_PROFILE'],
  ['--json [=fields]', 'print JSON: everything, or these fields (--json=slug,version)'],
  ['--ndjson', 'print JSON, one record a line'],
  ['-q, --quiet', 'print no notes, only data and errors'],
  ['-v, --verbose', 'show requests and responses, without secrets'],
  ['--no-color', 'no colours; also by NO_COLOR, and FORCE_COLOR asks for them'],
  ['-y, --yes', 'answer every question with yes or its default'],
  ['--no-input', 'never ask'],
  ['--timeout <seconds>', 'give up a request after this time; an archive when it stands still for so long'],
  ['--insecure', 'allow a token to be sent over plain http'],
];
