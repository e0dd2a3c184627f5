// What a project says of itself, as the defaults of `realm init`.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RealmFile } from './realm-file.ts';

interface PackageFile {
  name?: unknown;
  description?: unknown;
  license?: unknown;
  version?: unknown;
  keywords?: unknown;
}

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

/** What package.json says, where there is one; else the name of the folder. */
export async function packageFacts(folder: string): Promise<RealmFile> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const file = parse(text);
  const tags = Array.isArray(file.keywords)
    ? file.keywords.filter((tag) => typeof tag === 'string' && /^[a-z0-9][a-z0-9+.#-]{0,31}$/.test(tag))
    : [];
  const facts = {
    name: textOf(file.name)?.replace(/^@[^/]+\//, '') ?? basename(folder),
    description: textOf(file.description),
    license: textOf(file.license),
    version: textOf(file.version),
    ...(tags.length > 0 && { tags: tags.slice(0, 20) as string[] }),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function parse(text: string): PackageFile {
  try {
    return (JSON.parse(text) as PackageFile | null) ?? {};
  } catch {
    return {};
  }
}
