// The table of commands: the word typed, what it does, and its module, which is loaded when it runs.
import type { AnyCommand } from './command.ts';

interface CommandEntry {
  summary: string;
  load(): Promise<{ command: AnyCommand }>;
}

type Group = Record<string, CommandEntry>;

const find: Group = {
  new: { summary: 'Start a project from a realm', load: () => import('./commands/new.ts') },
  search: { summary: 'Find realms', load: () => import('./commands/search.ts') },
  info: { summary: 'Show the details of a realm', load: () => import('./commands/info.ts') },
  versions: { summary: 'List the versions of a realm', load: () => import('./commands/versions.ts') },
  files: { summary: 'List the files of a realm, or print one', load: () => import('./commands/files.ts') },
  get: { summary: 'Get a realm as files in a folder, or as an archive', load: () => import('./commands/get.ts') },
  collections: { summary: 'List curated collections', load: () => import('./commands/collections.ts') },
  stats: { summary: 'Show statistics of the catalog or of a realm', load: () => import('./commands/stats.ts') },
  open: { summary: 'Open a realm in the browser', load: () => import('./commands/open.ts') },
};

const projects: Group = {
  update: {
    summary: 'Update a project to a newer version, and keep your changes',
    load: () => import('./commands/update.ts'),
  },
  outdated: { summary: 'Check whether projects have the newest version', load: () => import('./commands/outdated.ts') },
  diff: { summary: 'Show what changed between two versions', load: () => import('./commands/diff.ts') },
  verify: { summary: 'Compare files with what was published', load: () => import('./commands/verify.ts') },
};

const publish: Group = {
  init: { summary: 'Write realm.json', load: () => import('./commands/init.ts') },
  pack: { summary: 'Pack a folder as publish would, without publishing it', load: () => import('./commands/pack.ts') },
  publish: { summary: 'Publish a folder as a version of a realm', load: () => import('./commands/publish.ts') },
  edit: { summary: 'Change the details of a realm, or rename it', load: () => import('./commands/edit.ts') },
  yank: { summary: 'Stop offering a version by default', load: () => import('./commands/yank.ts') },
  unyank: { summary: 'Offer a yanked version again', load: () => import('./commands/unyank.ts') },
  deprecate: {
    summary: 'Mark a realm as no longer maintained',
    load: () => import('./commands/deprecate.ts'),
  },
  delete: { summary: 'Delete a realm and all its versions', load: () => import('./commands/delete.ts') },
};

const account: Group = {
  login: { summary: 'Log in to a catalog', load: () => import('./commands/login.ts') },
  logout: { summary: 'Log out of a catalog', load: () => import('./commands/logout.ts') },
  whoami: { summary: 'Show who is logged in, and with which scopes', load: () => import('./commands/whoami.ts') },
  token: { summary: 'Print the token, for scripts', load: () => import('./commands/token.ts') },
  keys: { summary: 'List, create and revoke API keys', load: () => import('./commands/keys.ts') },
  list: { summary: 'List your realms, or those that you starred', load: () => import('./commands/list.ts') },
  star: { summary: 'Star a realm', load: () => import('./commands/star.ts') },
  unstar: { summary: 'Remove your star', load: () => import('./commands/unstar.ts') },
};

const tools: Group = {
  api: { summary: 'Send any request to the API', load: () => import('./commands/api.ts') },
  cache: { summary: 'Show or clear the cache of archives', load: () => import('./commands/cache.ts') },
  config: {
    summary: 'Show or change settings, such as the catalog to use',
    load: () => import('./commands/config.ts'),
  },
  doctor: { summary: 'Find out why the catalog does not respond', load: () => import('./commands/doctor.ts') },
  mcp: { summary: 'Give coding agents access to the catalog', load: () => import('./commands/mcp.ts') },
  completion: { summary: 'Print a completion script for your shell', load: () => import('./commands/completion.ts') },
  help: { summary: 'Show help for a command, or exit codes', load: () => import('./commands/help.ts') },
};

/** In the order of the help. */
export const groups: Record<string, Group> = {
  'Find realms and start projects': find,
  'Keep projects up to date': projects,
  Publish: publish,
  'Your account': account,
  Tools: tools,
};

export const commands: Map<string, CommandEntry> = new Map(Object.values(groups).flatMap(Object.entries<CommandEntry>));
