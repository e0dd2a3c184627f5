// How Python is laid out: names, docstrings, and calls with an argument on each line where one line is too short.
import { wrapped } from './typescript-layout.ts';

/** Of a line. */
const MAX_LENGTH = 100;

/** The words of the language that no name may be. */
const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** `openUpload` is `open_upload`, and `from`, which is a word of the language, `from_`. Python's clients find the name of the API again by it. */
export function snakeCase(name: string): string {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const back = snake.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (back !== name) throw new Error(`${name} is not found again by ${snake}`);
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

/** The paragraphs as a docstring; an empty one is a blank line. */
export function docstring(paragraphs: string[], indent: string): string[] {
  const texts = paragraphs.map((text) => text.replaceAll('\\', '\\\\').replaceAll('"""', "'''"));
  const [first = '', ...others] = texts.flatMap((text) => {
    const [start = '', ...rest] = wrapped(text, MAX_LENGTH - indent.length - 7);
    return [start, ...rest.map((line) => (text.startsWith(':') ? `    ${line}` : line))]; // those of an argument are one block
  });
  if (others.length === 0 && indent.length + first.length + 6 <= MAX_LENGTH) return [`${indent}"""${first}"""`];
  return [`${indent}"""${first}`, ...others.map((line) => `${indent}${line}`.trimEnd()), `${indent}"""`];
}

/** `start(parts)end`, on one line if it fits. */
export function call(indent: string, start: string, parts: string[], end: string): string[] {
  const line = `${indent}${start}(${parts.join(', ')})${end}`;
  if (line.length <= MAX_LENGTH) return [line];
  return [`${indent}${start}(`, ...parts.map((part) => `${indent}    ${part},`), `${indent})${end}`];
}

/** A name for some types. */
export function alias(name: string, members: string[]): string[] {
  const line = `${name} = Literal[${members.join(', ')}]`;
  return line.length <= MAX_LENGTH ? [line] : [`${name} = Literal[`, ...members.map((one) => `    ${one},`), ']'];
}

/** A name with its type, without the blanks before it. The values of a long type stand on lines of their own. */
export function typed(indent: string, name: string, type: string, fallback: string): string {
  const line = `${name}: ${type}${fallback}`;
  const [, before = '', values = '', behind = ''] = /^(.*Literal)\[(.*?)\](.*)$/.exec(type) ?? [];
  if (indent.length + line.length < MAX_LENGTH || !values) return line;
  const rows = values.split(', ').map((value) => `${indent}    ${value},\n`);
  return `${name}: ${before}[\n${rows.join('')}${indent}]${behind}${fallback}`;
}

/** Ended by one line break, with two blank lines between what stands at the left. */
export const pythonFile = (parts: string[][]) => `${parts.map((lines) => lines.join('\n')).join('\n\n\n')}\n`;
