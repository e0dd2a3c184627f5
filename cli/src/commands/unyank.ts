// `realm unyank`: serves a version again that was yanked.
import type { CommandDefinition } from '../command.ts';
import { changeYank, yankFields } from '../publishing/yank-version.ts';

export const command: CommandDefinition<[version: string], object> = {
  arguments: [
    { name: '<realm@version>', description: 'a realm and a version, such as markdown-blog@1.0.0', completes: 'realm' },
  ],
  fields: yankFields,
  examples: [['unyank markdown-blog@1.0.0', 'Undoes the yank.']],
  run: (context, [word]) => changeYank(context, word, { yanked: false }),
};
