// The table of commands: the word typed, what it does, and its module, which is loaded when it runs.
import type { AnyCommand } from './command.ts';

interface CommandEntry {
  summary: string;
  load(): Promise<{ command: AnyCommand }>;
}

type Group = Record<string, CommandEntry>;

const find: Group = {};

const tools: Group = {
  help: { summary: 'Help on a command, or on exit codes', load: () => import('./commands/help.ts') },
};

/** In the order of the help. */
export const groups: Record<string, Group> = { 'Find and look': find, Tools: tools };

export const commands: Map<string, CommandEntry> = new Map(Object.values(groups).flatMap(Object.entries<CommandEntry>));
