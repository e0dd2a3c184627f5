// Finds the command, reads its options, runs it, and turns mistakes into clear words and an exit code:
// 0 when all went well, 1 when the command could not do its work, 2 when it was called wrongly.

import { parseArgs } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import { add } from './commands/add.js';
import { list } from './commands/list.js';
import { remove } from './commands/remove.js';
import { tags } from './commands/tags.js';
import { commandHelp, generalHelp } from './help.js';
import { closest } from './closest.js';
import { UsageError } from './usage-error.js';

export const commands = { add, list, tags, remove };

export const commonOptions = {
  json: { type: 'boolean', about: 'Print the result as JSON' },
  help: { type: 'boolean', short: 'h', about: 'Show this help' },
};

export async function runCli(args, { notes, readInput, style }) {
  try {
    const [name, ...rest] = args;
    if (name === undefined || name === '--help' || name === '-h') return succeed(generalHelp(commands, style));
    if (name === '--version' || name === '-v') return succeed(packageJson.version);

    const command = Object.hasOwn(commands, name) ? commands[name] : unknown(name);
    const options = { ...command.options, ...commonOptions };
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true });
    if (values.help) return succeed(commandHelp(name, command, commonOptions, style));

    const { data, text } = await command.run({ values, positionals, notes, readInput, style });
    return succeed(values.json ? JSON.stringify(data, null, 2) : text);
  } catch (error) {
    const isUsage = error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS');
    return isUsage ? fail(2, `${error.message}\nTry: jot --help`) : fail(1, error.message);
  }
}

const succeed = (stdout) => ({ exitCode: 0, stdout: `${stdout}\n`, stderr: '' });
const fail = (exitCode, message) => ({ exitCode, stdout: '', stderr: `${message}\n` });

function unknown(name) {
  const similar = closest(name, Object.keys(commands));
  throw new UsageError(`There is no command "${name}".${similar ? ` Did you mean "${similar}"?` : ''}`);
}
