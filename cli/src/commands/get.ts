// `realm get`: a realm's files in a folder, or its archive. The digest is verified before a file is unpacked, and nothing of a realm is run.
import { createReadStream } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { copyFileAtomically, refuseTarget } from '../files/copy-file.ts';
import { CommandError } from '../failure.ts';
import { answerOptions } from '../getting/answer-options.ts';
import { withArchive, type FetchedArchive } from '../getting/fetch-archive.ts';
import { refuseUnasked } from '../getting/install-packages.ts';
import { makeProject, type ProjectOptions } from '../getting/make-project.ts';
import { conflictPolicies } from '../getting/plan-files.ts';
import { wantedOf } from '../getting/wanted.ts';
import { refuseReadOnly, writablePath } from '../files/writable-path.ts';

interface Options extends ProjectOptions {
  output?: string;
  force?: boolean;
  offline?: boolean;
  sha256?: string;
}

export const command: CommandDefinition<[realm: string, folder: string | undefined], Options> = {
  arguments: [
    {
      name: '<realm>',
      description: 'its slug, with @version or @range if not the newest; or its page',
      completes: 'realm',
    },
    { name: '[folder]', description: 'where the files go; a folder with the name of the realm by default' },
  ],
  options: [
    {
      flags: '--on-conflict <policy>',
      description: 'what happens to files that are there',
      choices: conflictPolicies,
      default: 'error',
    },
    ...answerOptions,
    { flags: '--subdir <path>', description: 'only this folder of the realm', parse: subdirOf },
    { flags: '--with-manifest', description: 'also realm.json, and what it leaves out' },
    { flags: '--git', description: 'make a repository, with all files in a first commit' },
    { flags: '--install', description: 'install packages, after a question: this may run code of the realm' },
    { flags: '--trust', description: 'with --install, ask nothing' },
    { flags: '-o, --output <file>', description: 'the archive itself instead; - is stdout' },
    { flags: '--force', description: 'with -o, replace the file' },
    { flags: '--offline', description: 'from the cache alone' },
    { flags: '--dry-run', description: 'show what would be written, and write nothing' },
    { flags: '--sha256 <digest>', description: 'the digest that the archive must have', parse: digestOption },
  ],
  fields: [
    'slug',
    'version',
    'sha256',
    'folder',
    'license',
    'author',
    'isCached',
    'isDryRun',
    'isAlreadyThere',
    'answers',
    'files',
    'next',
    'file',
    'warnings',
  ],
  examples: [
    ['get markdown-blog', 'Into the folder markdown-blog. Asks what the realm asks.'],
    ['get markdown-blog my-blog --set projectName="My blog" --without docker', 'Asks nothing that is answered.'],
    ['get markdown-blog@1.0.0 . --on-conflict=skip', 'An older version, into this folder, beside what is there.'],
    ['get markdown-blog@^1.2', 'The highest version from 1.2.0 on and before 2.0.0.'],
    ['get markdown-blog -o - | tar -tz', 'The archive itself.'],
  ],
  async run(context, [realm, folder], { output: file, ...options }) {
    if (file === '-' && context.output.isTerminal)
      throw new CommandError('usage', 'An archive is not for a terminal. Redirect the output, or name a file.');
    if (file === '-' && context.output.isJson)
      throw new CommandError('usage', 'Both an archive and JSON cannot go to stdout. Name a file for the archive.');
    const target = file === undefined || file === '-' ? undefined : resolve(context.io.cwd, file);
    const wanted = wantedOf(context, realm);
    // Before anything is fetched:
    refuseUnasked(context, options);
    if (target && !options.dryRun) await refuseTarget(target, options);
    else if (target) await writablePath(dirname(target));
    else if (file !== '-') await checkFolder(resolve(context.io.cwd, folder ?? wanted.slug), options.dryRun === true);
    const { offline: isOffline, sha256 } = options;
    return withArchive(context, wanted, { isOffline, sha256 }, async (archive) => {
      for (const warning of archive.warnings) context.output.warn(warning);
      if (file === '-')
        return pipeline(createReadStream(archive.file), context.io.stdout, { end: false, signal: context.signal });
      if (target) return saveArchive(context, archive, target, options);
      return makeProject(context, archive, folder ?? archive.slug, options);
    });
  },
};

async function checkFolder(folder: string, isDryRun: boolean): Promise<void> {
  const path = await writablePath(folder);
  if (!isDryRun) await refuseReadOnly(path);
}

async function saveArchive(context: CommandContext, archive: FetchedArchive, file: string, { force, dryRun }: Options) {
  if (!dryRun) await copyFileAtomically(archive.file, file, { force });
  const { slug, version, sha256 } = archive;
  const warnings = [...archive.warnings, ...context.cacheWarnings];
  context.output.record({ slug, version, sha256, file, warnings }, (row) => `${row.file}\t${row.sha256}\n`);
}

function subdirOf(word: string): string {
  const path = word.replace(/^\.\//, '').replace(/\/+$/, '');
  if (path === '' || path.split('/').some((name) => ['', '.', '..'].includes(name)))
    throw new CommandError('usage', `${word} is no folder of a realm.`);
  return path;
}

function digestOption(word: string): string {
  if (!/^[0-9a-f]{64}$/i.test(word)) throw new CommandError('usage', 'A SHA-256 has 64 hexadecimal digits.');
  return word.toLowerCase();
}
