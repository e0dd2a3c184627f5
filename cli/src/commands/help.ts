// `realm help`: help on a topic. Help on a command is the parser's: `realm help search` is `realm search --help`.
import type { CommandDefinition } from '../command.ts';
import { exitCodes, meanings, type Outcome } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';

export const command: CommandDefinition<[topic?: string], object> = {
  arguments: [{ name: '[topic]', description: 'a command, or exit-codes' }],
  examples: [['help exit-codes', 'Shows what each exit code means.']],
  async run({ output, programName }, [topic]) {
    if (topic !== 'exit-codes')
      throw new CommandError('usage', `There is no help for ${topic ?? 'that'}.`, { hint: `${programName} --help` });
    const rows = (Object.keys(exitCodes) as Outcome[]).map((outcome) => ({
      code: exitCodes[outcome],
      outcome,
      meaning: meanings[outcome],
    }));
    output.records(rows, [
      { header: 'code', value: ({ code }) => code, align: 'right', style: 'bold' },
      { header: 'meaning', value: ({ meaning }) => meaning, wraps: true },
    ]);
  },
};
