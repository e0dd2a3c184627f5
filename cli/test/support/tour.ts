// Runs the commands that a document shows, in their order, and gives what they print. A block of `sh` is run line by line; a block of `text`
// after it is what its lines print on a terminal of 100 columns. `export REALM_TOKEN=…` logs alice in.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { shellWords } from '../../src/settings/program-name.ts';
import { mainFile, runRealm } from './run-realm.ts';

export interface Tour {
  /** The address of the catalog; the document has the default one instead. */
  registry: string;
  /** An empty folder, which is the home and where the commands run. */
  home: string;
  /** The key of alice. */
  key: string;
}

/** Blocks with these titles follow each other; other blocks are not run. */
const BLOCKS = /^```sh\n(?<commands>[^]*?)^```\n(?:\n```text\n(?<output>[^]*?)^```\n)?/gm;
const COLUMNS = 100;
const DEFAULT_REGISTRY = 'http://127.0.0.1:3000';

/** The document with what its commands print now. Where only a volatile value differs, its text stays. */
export async function withRealOutput(document: string, tour: Tour): Promise<string> {
  const run = createShell(tour);
  let result = '';
  let end = 0;
  for (const { 0: block, index, groups } of document.matchAll(BLOCKS)) {
    const { commands = '', output } = groups ?? {};
    const printed = await run(commands);
    const isSame = output === undefined || normalized(output) === normalized(printed);
    result += document.slice(end, index) + (isSame ? block : blocksOf(commands, printed));
    end = index + block.length;
  }
  return result + document.slice(end);
}

const FENCE = '```';

const blocksOf = (commands: string, printed: string) =>
  `${FENCE}sh\n${commands}${FENCE}\n\n${FENCE}text\n${printed}${FENCE}\n`;

/** Values that differ from run to run, or with every change of a starter, compared as one. */
function normalized(text: string): string {
  return text
    .replaceAll(/\b[0-9a-f]{64}\b/g, '<sha256>')
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>')
    .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, '<date>')
    .replaceAll(/\b\d+(?:\.\d+)? (?:B|kB|MB|ms|files)\b/g, '<amount>')
    .replaceAll(/\b\d+ of \d+ requests\b/g, '<requests>')
    .replaceAll(/\bNode [\d.]+, \w+/g, '<node>')
    .replaceAll(/"(?:size|fileCount)":\s?\d+/g, '<amount>')
    .replaceAll(/version \d+\.\d+\.\d+/g, '<version>')
    .replaceAll(/ +$/gm, '');
}

/** A shell of the few words that documents need: `cd`, `export`, `unset`, `npx realm`, and a real one for the rest. */
function createShell({ registry, home, key }: Tour): (commands: string) => Promise<string> {
  let cwd = home;
  const env: Record<string, string> = { HOME: home, REALM_REGISTRY: registry, NO_COLOR: '1' };
  const folder = join(home, '.bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'npx'), `#!/bin/sh\nshift\nexec ${shellWords([process.execPath, mainFile])} "$@"\n`, {
    mode: 0o755,
  });

  async function runLine(line: string): Promise<string> {
    const [first = '', ...words] = wordsOf(line);
    if (first === 'cd') cwd = resolve(cwd, words[0] ?? '');
    else if (line.startsWith('export REALM_TOKEN=')) env['REALM_TOKEN'] = key;
    else if (line.startsWith('unset ')) delete env[words[0] ?? ''];
    else return /^npx realm (?:[^|>&;'"$*]|'[^']*')+$/.test(line) ? runInProcess(words.slice(1)) : runShell(line);
    return '';
  }

  async function runInProcess(words: string[]): Promise<string> {
    const { printed } = await runRealm(words, { env, cwd, terminals: ['stdout', 'stderr'], columns: COLUMNS });
    return printed;
  }

  async function runShell(line: string): Promise<string> {
    const path = `${folder}:${process.env['PATH']}`;
    const options = { cwd, env: { ...env, PATH: path } };
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `{ ${line}\n} 2>&1`], options).catch(
      (error: { stdout: string }) => error,
    );
    return stdout;
  }

  return async (commands) => {
    let printed = '';
    for (const line of commands
      .replaceAll(/\s+#.*$/gm, '')
      .split('\n')
      .filter(Boolean))
      printed += await runLine(line);
    return shown(printed)
      .replaceAll('by REALM_REGISTRY', 'by the default') // which is taken on this machine
      .replaceAll(registry, DEFAULT_REGISTRY)
      .replaceAll(home, '/home/alice')
      .replaceAll(key, 'rlm_key_…');
  };
}

/** The words of a line, of which some may be in single quotes. */
const wordsOf = (line: string) => Array.from(line.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);

/** What is left on the screen: a bar of progress is drawn over. */
function shown(printed: string): string {
  const lines = printed.split('\n').map((line) => line.slice(line.lastIndexOf('\r') + 1));
  const text = stripVTControlCharacters(lines.join('\n'));
  return text.replaceAll(/ +$/gm, '').replace(/\n*$/, '\n');
}
