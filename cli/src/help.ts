// The help of the whole program, made of the table of commands; it loads no command and no parser.
import { groups } from './commands.ts';
import { globalOptions } from './options.ts';

const WIDTH = 22;

export function programHelp(name: string): string {
  const sections = Object.entries(groups).map(([title, group]) =>
    section(
      title,
      Object.entries(group).map(([word, { summary }]) => [word, summary]),
    ),
  );
  return `Search, get and publish realms of a Realm Catalog.

Usage: ${name} <command> …

${sections.join('\n')}
${section('Options of every command', [...globalOptions, ['--help', 'show help for a command'], ['--version', 'show the version']])}
Start with
  ${name} new
  ${name} search blog
  ${name} login
`;
}

function section(title: string, rows: [string, string][]): string {
  return `${title}\n${rows.map(([left, right]) => `  ${left.padEnd(WIDTH)} ${right}\n`).join('')}`;
}
