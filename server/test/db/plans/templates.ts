// The SQL templates in source files, by which the statements of the server are told from those of tests.
import { globSync, readFileSync } from 'node:fs';
import { oneLine } from '../../support/statements.ts';

export interface Template {
  /** The file and the line where it begins. */
  place: string;
  /** The texts around its values. */
  parts: string[];
}

export function templatesIn(root: string, files: string): Template[] {
  return globSync(files, { cwd: root }).flatMap((file) => templatesOf(readFileSync(root + file, 'utf8'), file));
}

export function templatesOf(source: string, file: string): Template[] {
  return [...source.matchAll(/(?<![.\w])sql`/g)].map(({ index }) => ({
    place: `${file}:${source.slice(0, index).split('\n').length}`,
    parts: partsOf(source, index + 'sql`'.length),
  }));
}

/** Reads to the end of a template. What is between `${` and its `}` may contain templates and objects itself. */
function partsOf(source: string, start: number): string[] {
  const open: ('text' | 'value')[] = ['text'];
  let texts = '';
  for (let at = start; open.length > 0 && at < source.length; at += 1) {
    const isText = open.at(-1) === 'text';
    if (isText && source.startsWith('${', at)) {
      if (open.length === 1) texts += '\0';
      open.push('value');
      at += 1;
    } else if (source[at] === (isText ? '`' : '}')) open.pop();
    else if (!isText && source[at] === '`') open.push('text');
    else if (!isText && source[at] === '{') open.push('value');
    else if (open.length === 1) texts += source[at];
  }
  return oneLine(texts)
    .split('\0')
    .map((part) => part.trim());
}

/** Whether the statement has the texts of the template, in their order. */
export function contains(statement: string, { parts }: Template): boolean {
  let at = 0;
  return parts.every((part) => {
    const found = statement.indexOf(part, at);
    at = found + part.length;
    return found !== -1;
  });
}

/** How much text of the template the statement has, if it begins with the template. */
export function sharedLength(statement: string, template: Template): number {
  const [first = ''] = template.parts;
  return first !== '' && statement.startsWith(first) && contains(statement, template)
    ? template.parts.join('').length
    : 0;
}
