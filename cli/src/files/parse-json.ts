// Reads JSON that a person has written. What is wrong with it is named with its line and column, which `JSON.parse` does not always say.
import { CommandError } from '../failure.ts';

/** `name` is that of a file, or of what else holds the text. */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError('usage', `${name} is not JSON: ${faultText(text)}`, { code: 'bad_json', cause });
  }
}

/** Of a text that is not JSON. */
export function faultText(text: string): string {
  const { at, expected } = findFault(text);
  const before = text.slice(0, at).split('\n');
  const found = at < text.length ? '' : ', and the text ends';
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${expected} is expected${found}.`;
}

type Expected = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'more' | 'end';

const expectations: Record<Expected, (isInObject: boolean) => string> = {
  value: () => 'a value',
  'first value': () => 'a value, or ]',
  name: () => 'a name in double quotes',
  'first name': () => 'a name in double quotes, or }',
  colon: () => 'a colon',
  more: (isInObject) => `a comma, or ${isInObject ? '}' : ']'}`,
  end: () => 'nothing more',
};

// oxlint-disable-next-line no-control-regex -- a text of JSON has none of these as they are
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;
const SPACE = /[ \t\n\r]*/y;

/** Reads one token after the other, and stops at the first that may not stand where it does. */
function findFault(text: string): { at: number; expected: string } {
  const open: string[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const endOf = (pattern: RegExp): number | undefined => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : undefined;
  };
  for (;;) {
    at = endOf(SPACE) ?? at;
    const isInObject = open.at(-1) === '{';
    const afterSign = signOf(text[at] ?? '', expected, open);
    const isName = expected.endsWith('name');
    const isValue = expected.endsWith('value');
    const end = afterSign ? at + 1 : (isName && endOf(STRING)) || (isValue && (endOf(STRING) ?? endOf(SCALAR)));
    if (!end) return { at, expected: expectations[expected](isInObject) };
    expected = afterSign ?? (isName ? 'colon' : afterValue(open));
    at = end;
  }
}

const afterValue = (open: string[]): Expected => (open.length > 0 ? 'more' : 'end');

/** What follows a sign that may stand here; undefined for anything else. `open` has the braces and brackets around it. */
function signOf(sign: string, expected: Expected, open: string[]): Expected | undefined {
  const isInObject = open.at(-1) === '{';
  if (expected.endsWith('value') && (sign === '{' || sign === '[')) {
    open.push(sign);
    return sign === '{' ? 'first name' : 'first value';
  }
  if (sign === ',' && expected === 'more') return isInObject ? 'name' : 'value';
  if (sign === ':' && expected === 'colon') return 'value';
  const isEnd = sign === '}' ? isInObject : sign === ']' && !isInObject;
  if (!isEnd || (expected !== 'more' && !expected.startsWith('first'))) return undefined;
  open.pop();
  return afterValue(open);
}
