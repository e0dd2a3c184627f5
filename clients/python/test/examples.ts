// The programs in the documents of the client of Python.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from './python.ts';

export const examples = ['docs/python.md', 'clients/python/README.md'].flatMap((path) => {
  const text = readFileSync(join(folder, '../..', path), 'utf8');
  return Array.from(text.matchAll(/^```python\n(.*?)^```$/gms), ([, code = ''], at) => ({
    name: `${path}, example ${at + 1}`,
    code,
  }));
});
