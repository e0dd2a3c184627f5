// Reads `realm.json`: what a folder says of the realm that it is published as.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../failure.ts';
import { parseJson } from '../files/parse-json.ts';

export const REALM_FILE = 'realm.json';

/** The catalog reads the version from the archive, and the rest of these when the realm is created. */
export interface RealmFile {
  slug?: string;
  name?: string;
  description?: string;
  category?: string;
  tags?: string[];
  visibility?: 'public' | 'unlisted' | 'private';
  license?: string;
  repository?: string;
  version?: string;
}

const MAX_BYTES = 1_048_576;
const SLUG_PATTERN = /^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/;

export const isSlug = (text: unknown): text is string => typeof text === 'string' && SLUG_PATTERN.test(text);

/** Undefined if there is none. What its fields may hold is decided by the catalog; here only their types are checked. */
export async function readRealmFile(folder: string): Promise<RealmFile | undefined> {
  const path = join(folder, REALM_FILE);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CommandError('usage', `${path} cannot be read.`, { cause: error });
  });
  if (text === undefined) return undefined;
  const value = text.length <= MAX_BYTES ? parseJson(text, path) : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandError('usage', `${path} is not a JSON object.`);
  const wrong = Object.entries(value).find(([field, content]) => !fits(field, content));
  if (wrong) throw new CommandError('usage', `${path} has an invalid value for ${wrong[0]}.`);
  return value;
}

const TEXTS = new Set(['name', 'description', 'category', 'visibility', 'license', 'repository', 'version']);

function fits(field: string, value: unknown): boolean {
  if (field === 'slug') return isSlug(value);
  if (field === 'tags') return Array.isArray(value) && value.every((tag) => typeof tag === 'string');
  return !TEXTS.has(field) || typeof value === 'string';
}
