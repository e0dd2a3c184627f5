// Does what a document shows, in its order, and gives what the commands print. A block of `sh` is run line by line; a block of `text` after it is
// what its lines print on a terminal of 100 columns; one of `sh by-hand` is not run. Files that the document tells its reader to save or to change are saved and changed.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { shellWords } from '../../src/settings/program-name.ts';
import { mainFile, runRealm } from './run-realm.ts';

export interface Tour {
  /** The address of the catalog; the document has another one instead. */
  registry: string;
  shownRegistry: string;
  /** An empty folder, which is the home and where the commands run. */
  home: string;
  /** The key of alice. */
  key: string;
  /** Whether alice is logged in from the start; otherwise `export REALM_TOKEN=…` logs her in. */
  isLoggedIn?: boolean;
  /** Whether each command must end with 0. */
  isStrict?: boolean;
}

/** In turn: a file to save, a file to change, and commands with what they print. */
const STEPS = new RegExp(
  [
    /Save this as `(?<file>[^`]+)`:\n\n```\w+\n(?<content>[^]*?)^```\n/,
    /In `(?<changed>[^`]+)`, change:\n\n```diff\n(?<diff>[^]*?)^```\n/,
    /^```sh\n(?<commands>[^]*?)^```\n(?:\n```text\n(?<output>[^]*?)^```\n)?/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);
const COLUMNS = 100;

/** The document with what its commands print now. Where only a volatile value differs, its text stays. */
export async function withRealOutput(document: string, tour: Tour): Promise<string> {
  const shell = createShell(tour);
  let result = '';
  let end = 0;
  for (const { 0: block, index, groups = {} } of document.matchAll(STEPS)) {
    const { file, content = '', changed, diff = '', commands, output } = groups;
    let real = block;
    if (file !== undefined) writeFileSync(shell.pathOf(file), content);
    else if (changed !== undefined) changeFile(shell.pathOf(changed), diff);
    else if (commands !== undefined) {
      const printed = await shell.run(commands);
      const isSame = output === undefined || normalized(output) === normalized(printed);
      if (!isSame) real = blocksOf(commands, printed);
    }
    result += document.slice(end, index) + real;
    end = index + block.length;
  }
  return result + document.slice(end);
}

/** Replaces the lines of a diff, which the file has once. */
function changeFile(path: string, diff: string): void {
  const lines = diff.split('\n').filter(Boolean);
  const side = (sign: string) =>
    lines
      .filter((line) => line.startsWith(' ') || line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n');
  const [before = '', after, ...more] = readFileSync(path, 'utf8').split(side('-'));
  assert.ok(after !== undefined && more.length === 0, `${path} does not have once:\n${side('-')}`);
  writeFileSync(path, before + side('+') + after);
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
    .replaceAll(/\b\d+(?:\.\d+)? (?:B|KiB|MiB|ms|files)\b/g, '<amount>')
    .replaceAll(/\b\d+ of \d+ requests\b/g, '<requests>')
    .replaceAll(/\bNode [\d.]+, \w+/g, '<node>')
    .replaceAll(/"(?:size|fileCount)":\s?\d+/g, '<amount>')
    .replaceAll(/version \d+\.\d+\.\d+/g, '<version>')
    .replaceAll(/ +$/gm, '');
}

/** A command line that is run in this process, rather than by a shell: it is cheap. */
const IN_PROCESS = /^realm (?:[^|>&;'"$*]|'[^']*')+$/;

/** A shell of the few words that documents need: `cd`, `export`, `unset`, `realm`, and a real one for the rest. */
function createShell({ registry, shownRegistry, home, key, isLoggedIn = false, isStrict = false }: Tour) {
  let cwd = home;
  const env: Record<string, string> = { HOME: home, REALM_REGISTRY: registry, NO_COLOR: '1' };
  if (isLoggedIn) env['REALM_TOKEN'] = key;
  const folder = join(home, '.bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'realm'), `#!/bin/sh\nexec ${shellWords([process.execPath, mainFile])} "$@"\n`, {
    mode: 0o755,
  });

  async function runLine(line: string): Promise<string> {
    const [first = '', ...words] = wordsOf(line);
    if (first === 'cd') cwd = resolve(cwd, words[0] ?? '');
    else if (line.startsWith('export REALM_TOKEN=')) env['REALM_TOKEN'] = key;
    else if (line.startsWith('unset ')) delete env[words[0] ?? ''];
    else {
      const { code, printed } = await (IN_PROCESS.test(line) ? runInProcess(words) : runShell(line));
      if (isStrict) assert.equal(code, 0, `${line}\n${printed}`);
      return printed;
    }
    return '';
  }

  const runInProcess = (words: string[]) =>
    runRealm(words, { env, cwd, terminals: ['stdout', 'stderr'], columns: COLUMNS });

  async function runShell(line: string): Promise<{ code: number; printed: string }> {
    const path = `${folder}:${process.env['PATH']}`;
    const options = { cwd, env: { ...env, PATH: path, NPM_CONFIG_PREFIX: join(home, '.npm-global') } };
    const command = line.replaceAll(shownRegistry, registry);
    return promisify(execFile)('/bin/sh', ['-c', `{ ${command}\n} 2>&1`], options).then(
      ({ stdout }) => ({ code: 0, printed: stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, printed: error.stdout }),
    );
  }

  return {
    /** Where a file of the document is. */
    pathOf: (file: string) => resolve(cwd, file),
    async run(commands: string): Promise<string> {
      let printed = '';
      for (const line of commands
        .replaceAll(/\s+#.*$/gm, '')
        .split('\n')
        .filter(Boolean))
        printed += await runLine(line);
      return shown(printed)
        .replaceAll('npx realm', 'realm') // as it is called in a clone
        .replaceAll('from REALM_REGISTRY', 'from the default') // which is taken on this machine
        .replaceAll(registry, shownRegistry)
        .replaceAll(home, '/home/alice')
        .replaceAll(key, 'rlm_key_…');
    },
  };
}

/** The words of a line, of which some may be in single quotes, alone or after a sign such as `=`. */
const wordsOf = (line: string) =>
  Array.from(line.matchAll(/(?:'[^']*'|[^\s'])+/g), ([word]) => word.replaceAll("'", ''));

/** What is left on the screen: a bar of progress is drawn over. */
function shown(printed: string): string {
  const lines = printed.split('\n').map((line) => line.slice(line.lastIndexOf('\r') + 1));
  const text = stripVTControlCharacters(lines.join('\n'));
  return text.replaceAll(/ +$/gm, '').replace(/\n*$/, '\n');
}
