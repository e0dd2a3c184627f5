// The table of commands: the word typed, what it does, and its module, which is loaded when it runs.
import type { AnyCommand } from './command.ts';

interface CommandEntry {
  summary: string;
  load(): Promise<{ command: AnyCommand }>;
}

type Group = Record<string, CommandEntry>;

const find: Group = {
  new: { summary: 'A new project of a realm', load: () => import('./commands/new.ts') },
  search: { summary: 'Find realms', load: () => import('./commands/search.ts') },
  info: { summary: 'Everything about one realm', load: () => import('./commands/info.ts') },
  versions: { summary: 'The versions of a realm', load: () => import('./commands/versions.ts') },
  files: { summary: 'The files of a realm, or one of them', load: () => import('./commands/files.ts') },
  get: { summary: 'A realm as files in a folder, or as an archive', load: () => import('./commands/get.ts') },
  collections: { summary: 'Curated collections', load: () => import('./commands/collections.ts') },
  stats: { summary: 'Numbers of the catalog or of a realm', load: () => import('./commands/stats.ts') },
  open: { summary: 'Open a realm in the browser', load: () => import('./commands/open.ts') },
};

const projects: Group = {
  update: { summary: 'Take over a newer version, and keep your changes', load: () => import('./commands/update.ts') },
  outdated: { summary: 'Whether folders have the newest version', load: () => import('./commands/outdated.ts') },
  diff: { summary: 'What changed between two versions', load: () => import('./commands/diff.ts') },
  verify: { summary: 'Whether files are as they were published', load: () => import('./commands/verify.ts') },
};

const publish: Group = {
  init: { summary: 'Write realm.json', load: () => import('./commands/init.ts') },
  pack: { summary: 'Pack a folder as publish would, and look at it', load: () => import('./commands/pack.ts') },
  publish: { summary: 'Publish a folder as a version of a realm', load: () => import('./commands/publish.ts') },
  edit: { summary: 'Change what is said of a realm, or rename it', load: () => import('./commands/edit.ts') },
  yank: { summary: 'Serve a version no longer by default', load: () => import('./commands/yank.ts') },
  unyank: { summary: 'Serve a yanked version again', load: () => import('./commands/unyank.ts') },
  deprecate: {
    summary: 'Tell users that a realm is no longer cared for',
    load: () => import('./commands/deprecate.ts'),
  },
  delete: { summary: 'Delete a realm with all its versions', load: () => import('./commands/delete.ts') },
};

const account: Group = {
  login: { summary: 'Log in to a catalog', load: () => import('./commands/login.ts') },
  logout: { summary: 'End the login and forget it', load: () => import('./commands/logout.ts') },
  whoami: { summary: 'Who is logged in, with which scopes', load: () => import('./commands/whoami.ts') },
  token: { summary: 'Print the token, for scripts', load: () => import('./commands/token.ts') },
  keys: { summary: 'API keys: list, create, revoke', load: () => import('./commands/keys.ts') },
  list: { summary: 'Your realms, or those that you starred', load: () => import('./commands/list.ts') },
  star: { summary: 'Give a realm your star', load: () => import('./commands/star.ts') },
  unstar: { summary: 'Take your star back', load: () => import('./commands/unstar.ts') },
};

const tools: Group = {
  api: { summary: 'Any request of the API', load: () => import('./commands/api.ts') },
  cache: { summary: 'Fetched archives: where, how many, remove', load: () => import('./commands/cache.ts') },
  config: { summary: 'Settings: the catalog to use, profiles', load: () => import('./commands/config.ts') },
  doctor: { summary: 'Find out why the catalog does not answer', load: () => import('./commands/doctor.ts') },
  mcp: { summary: 'The catalog as tools for coding agents', load: () => import('./commands/mcp.ts') },
  completion: { summary: 'Make your shell complete commands', load: () => import('./commands/completion.ts') },
  help: { summary: 'Help on a command, or on exit codes', load: () => import('./commands/help.ts') },
};

/** In the order of the help. */
export const groups: Record<string, Group> = {
  'Find and look': find,
  'Keep projects up to date': projects,
  Publish: publish,
  'Your account': account,
  Tools: tools,
};

export const commands: Map<string, CommandEntry> = new Map(Object.values(groups).flatMap(Object.entries<CommandEntry>));
