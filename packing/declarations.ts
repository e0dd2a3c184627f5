// The declarations of the client for the package that a catalog serves: no compiler runs there, so they are kept in the repository.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where they are kept, below the root of the repository. */
export const declarationFolder = 'clients/typescript/declarations';

/** These are the source itself, which has nothing but types. */
const GENERATED = 'generated.d.ts';

/** The declarations in a compiled client that its entries lead to, by their paths. */
export function declarationsOf(compiled: string): Map<string, string> {
  const found = new Map<string, string>();
  const paths = new Set(
    ['index', 'node/index', 'oauth/index', 'packing/index', 'templates/index'].map((entry) => `${entry}.d.ts`),
  );
  for (const path of paths) {
    if (path === GENERATED) continue;
    const text = readFileSync(join(compiled, path), 'utf8');
    found.set(path, text);
    for (const [, target = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g))
      paths.add(join(path, '..', `${target}.d.ts`)); // a set also visits what is added meanwhile
  }
  return found;
}
