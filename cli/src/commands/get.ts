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
      description: 'its slug, slug@version or slug@range, or the address of its page',
      completes: 'realm',
    },
    { name: '[folder]', description: 'where the files go; a new folder named after the realm by default' },
  ],
  options: [
    {
      flags: '--on-conflict <policy>',
      description: 'what to do about existing files',
      choices: conflictPolicies,
      default: 'error',
    },
    ...answerOptions,
    { flags: '--subdir <path>', description: 'get only this folder of the realm', parse: subdirOf },
    { flags: '--with-manifest', description: 'also write realm.json, and the files that it leaves out' },
    { flags: '--git', description: 'make a git repository, with all files in a first commit' },
    { flags: '--install', description: 'install packages, after asking: this may run code from the realm' },
    { flags: '--trust', description: 'with --install, do not ask' },
    { flags: '-o, --output <file>', description: 'save the archive instead; - is stdout' },
    { flags: '--force', description: 'with -o, replace an existing file' },
    { flags: '--offline', description: 'use only the cache' },
    { flags: '--dry-run', description: 'show what would be written, but write nothing' },
    { flags: '--sha256 <digest>', description: 'refuse an archive with another digest', parse: digestOption },
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
    ['get markdown-blog', 'Gets the realm into the folder markdown-blog, and asks its questions.'],
    ['get markdown-blog my-blog --set projectName="My blog" --without docker', 'Answers two questions.'],
    ['get markdown-blog@1.0.0 . --on-conflict=skip', 'Gets an older version into this folder, and keeps your files.'],
    ['get markdown-blog@^1.2', 'Gets the highest version from 1.2.0 on, below 2.0.0.'],
    ['get markdown-blog -o - | tar -tz', 'Writes the archive to stdout.'],
  ],
  async run(context, [realm, folder], { output: file, ...options }) {
    if (file === '-' && context.output.isTerminal)
      throw new CommandError(
        'usage',
        'An archive cannot be printed to a terminal. Redirect the output, or name a file.',
      );
    if (file === '-' && context.output.isJson)
      throw new CommandError('usage', 'stdout cannot take both the archive and JSON. Name a file for the archive.');
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
    throw new CommandError('usage', `${word} is not a folder of a realm.`);
  return path;
}

function digestOption(word: string): string {
  if (!/^[0-9a-f]{64}$/i.test(word)) throw new CommandError('usage', 'A SHA-256 has 64 hexadecimal digits.');
  return word.toLowerCase();
}
