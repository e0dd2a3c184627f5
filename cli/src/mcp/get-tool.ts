// The tool that fetches a realm into a folder. It writes files, so it is offered only with `--allow-writes`, and only below one folder.
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandContext } from '../context.ts';
import { parseAnswers, type GivenAnswers } from '../getting/answer-options.ts';
import { askAnswers } from '../getting/ask-answers.ts';
import { withArchive } from '../getting/fetch-archive.ts';
import { unpackRealm } from '../getting/unpack-realm.ts';
import { newFolderBelow } from '../files/writable-path.ts';
import type { Tool } from './tool.ts';

interface Arguments {
  slug: string;
  version?: string;
  folder?: string;
  /** As text, it is JSON. */
  answers?: GivenAnswers | string;
}

const MAX_LISTED = 200;
const MAX_ANSWER_CHARACTERS = 1_000;
const MAX_ANSWERS_CHARACTERS = 8_192;

/** `root` is the folder that the program was started in. */
export function getTool(context: CommandContext, root: string): Tool {
  return {
    name: 'get_realm',
    title: 'Fetch a realm',
    description: `Writes the files of a realm into a new folder below ${root}. Fails if the folder exists. Runs no code from the realm.`,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    inputSchema: {
      type: 'object',
      properties: {
        slug: { type: 'string', description: 'The slug of the realm.', maxLength: 64 },
        version: { type: 'string', description: 'A version; the newest by default.', maxLength: 64 },
        folder: {
          type: 'string',
          description: 'The relative path of a new folder; the slug by default.',
          maxLength: 500,
        },
        answers: {
          type: ['object', 'string'],
          description:
            'Answers to the questions of the realm: a text for each variable, true or false for each part, such as {"projectName": "My Shop", "docker": false}. Questions without an answer get their defaults.',
          additionalProperties: { type: ['string', 'boolean'], maxLength: MAX_ANSWER_CHARACTERS },
          maxLength: MAX_ANSWERS_CHARACTERS,
        },
      },
      required: ['slug'],
      additionalProperties: false,
    },
    async run({ slug, version, folder: typed = slug, answers = {} }: Arguments, signal) {
      const given = typeof answers === 'string' ? parseAnswers(answers, 'answers') : answers;
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
