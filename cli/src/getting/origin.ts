// `.realm/origin.json`: which version of which realm a folder was made of, with which answers, for `update`, `outdated`, `diff` and `verify`.
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Answers } from '@realm-catalog/archive/templates';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { readBounded } from '../files/read-bounded.ts';
import { isSafeVersion } from './safe-version.ts';

export const ORIGIN_FILE = '.realm/origin.json';

export interface Origin {
  /** The address of the catalog. */
  registry: string;
  slug: string;
  version: string;
  /** Of the archive, in hexadecimal. */
  sha256: string;
  /** The folder of the realm that was taken; absent for the whole. */
  subdir?: string;
  /** Whether `realm.json`, and what it leaves out, came along; absent if it did. */
  withManifest?: boolean;
  /** All answers, defaults included; absent if nothing was asked. */
  answers?: Answers;
}

export function originText(origin: Origin): string {
  return `${JSON.stringify(origin, undefined, 2)}\n`;
}

/** The origin of a folder, if it is of the catalog in use: a file must not decide which server is asked, and gets a token. */
export async function originOf({ settings, typedWith }: CommandContext, folder: string): Promise<Origin> {
  const origin = await readOrigin(folder);
  if (origin.registry === settings.registry) return origin;
  throw new CommandError(
    'usage',
    `${folder} was made from a realm of ${origin.registry}, but the catalog in use is ${settings.registry}.`,
    {
      hint: typedWith('--registry', origin.registry),
    },
  );
}

/** Whether the folder was made of this realm, in any version. */
export async function isMadeOf(folder: string, { registry, slug, subdir }: Origin): Promise<boolean> {
  const found = await readOrigin(folder).catch(() => undefined);
  return found?.registry === registry && found.slug === slug && found.subdir === subdir;
}

export async function readOrigin(folder: string): Promise<Origin> {
  const file = join(folder, ORIGIN_FILE);
  const text = existsSync(file) ? await readBounded(createReadStream(file)) : undefined;
  if (text === undefined)
    throw new CommandError('notFound', `${folder} has no ${ORIGIN_FILE}: it was not made by new or get.`);
  if (MERGE_MARKS.test(text)) throw unmerged(file);
  const origin = parsed(text);
  if (!origin) throw new CommandError('usage', `${file} is damaged.`);
  return origin;
}

const MERGE_MARKS = /^(?:<{7}|={7}|>{7})(?: |\r?$)/m;

function unmerged(file: string): CommandError {
  return new CommandError('conflict', `${file} has conflict marks of git: two branches have updated this project.`, {
    code: 'merge_marks',
    hint: 'Keep one side with all its lines, that of the newer version if you have merged the files of both branches, and delete the marks.',
  });
}

/** The file is in the hands of whoever edits the folder, so that nothing of it is trusted. */
function parsed(text: string): Origin | undefined {
  try {
    const origin = JSON.parse(text) as Record<keyof Origin, unknown>;
    const { registry, slug, version, sha256, subdir = '', withManifest = true, answers = {} } = origin;
    const isOrigin =
      typeof registry === 'string' &&
      typeof subdir === 'string' &&
      typeof slug === 'string' &&
      typeof version === 'string' &&
      isSafeVersion({ slug, version }) &&
      /^[0-9a-f]{64}$/.test(String(sha256)) &&
      typeof withManifest === 'boolean' &&
      Object.values(answers as object).every((value) => typeof value === 'string' || typeof value === 'boolean');
    return isOrigin ? (origin as unknown as Origin) : undefined;
  } catch {
    return undefined;
  }
}
