// `realm yank`: takes a version out of what is served by default. Who has it keeps it.
import type { CommandDefinition } from '../command.ts';
import { changeYank, yankFields } from '../publishing/yank-version.ts';

export const command: CommandDefinition<[version: string], { reason?: string }> = {
  arguments: [
    { name: '<realm@version>', description: 'a realm and a version, such as markdown-blog@1.0.0', completes: 'realm' },
  ],
  options: [{ flags: '--reason <text>', description: 'shown with the version' }],
  fields: yankFields,
  examples: [
    ['yank markdown-blog@1.0.0 --reason "It does not start."', 'Only people who name this version still get it.'],
  ],
  run: (context, [word], { reason }) => changeYank(context, word, { yanked: true, ...(reason && { reason }) }),
};
