// The tool that fetches a realm into a folder. It writes files, so it is offered only with `--allow-writes`, and only below one folder.
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandContext } from '../context.ts';
import { parseAnswers } from '../getting/answer-options.ts';
import { askAnswers } from '../getting/ask-answers.ts';
import { withArchive } from '../getting/fetch-archive.ts';
import { unpackRealm } from '../getting/unpack-realm.ts';
import { newFolderBelow } from '../files/writable-path.ts';
import type { Tool } from './tool.ts';

interface Arguments {
  slug: string;
  version?: string;
  folder?: string;
  answers?: string;
}

const MAX_LISTED = 200;
const MAX_ANSWERS_CHARACTERS = 8_192;

/** `root` is the folder that the program was started in. */
export function getTool(context: CommandContext, root: string): Tool {
  return {
    name: 'get_realm',
    title: 'Fetch a realm',
    description: `Fetches the files of a realm into a new folder below ${root}. A folder that is there is not written to: it fails instead. Nothing of the realm is run.`,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    inputSchema: {
      type: 'object',
      properties: {
        slug: { type: 'string', description: 'The slug of the realm.', maxLength: 64 },
        version: { type: 'string', description: 'A version; without it, the newest.', maxLength: 64 },
        folder: {
          type: 'string',
          description: 'A relative path of a folder that is not there; the slug by default.',
          maxLength: 500,
        },
        answers: {
          type: 'string',
          description:
            'Answers to what the realm asks, as a JSON object: texts for its variables, true or false for its parts. Others have their defaults.',
          maxLength: MAX_ANSWERS_CHARACTERS,
        },
      },
      required: ['slug'],
      additionalProperties: false,
    },
    async run({ slug, version, folder: typed = slug, answers = '{}' }: Arguments, signal) {
      const given = parseAnswers(answers, 'answers');
      const newBelow = await realpath(root);
      const folder = await newFolderBelow(newBelow, resolve(newBelow, typed)); // before anything is fetched
      const own = { ...context, isInteractive: false, signal: AbortSignal.any([context.signal, signal]) };
      return withArchive(own, { slug, version }, {}, async (archive) => {
        const got = { slug: archive.slug, version: archive.version, sha256: archive.sha256 };
        const origin = { registry: context.settings.registry, ...got, withManifest: false };
        const { files, origin: made } = await unpackRealm(archive.file, folder, {
          origin,
          answer: (template) => askAnswers(own, template, given, folder),
          policy: 'error',
          isDryRun: false,
          newBelow,
          signal: own.signal,
        });
        const paths = files.slice(0, MAX_LISTED).map(({ path }) => path);
        return {
          ...got,
          folder,
          answers: made.answers ?? {},
          fileCount: files.length,
          files: paths,
          warnings: archive.warnings,
        };
      });
    },
  };
}
