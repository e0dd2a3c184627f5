// The values of variables: what may be typed, the words that names in code are made of, and the value without an answer.
import { FOLDER, formats, MAX_VALUE_LENGTH, type Variable } from '@realm-catalog/contract/templates';
import { cleanText, MAX_NON_STARTERS } from '@realm-catalog/contract/text';
import { spell } from './spellings.ts';

type Format = Variable['format'];
/** What a value of a variable has to be like. */
interface ValueRule {
  format: Format;
  choices: readonly string[];
}

/** The value as it is kept, or what is wrong with it, as the end of a sentence. */
export type ValueReading = { value: string; fault?: undefined } | { value?: undefined; fault: string };

const shapes = {
  text: {
    pattern: new RegExp(formats.text, 'u'),
    fault: 'must begin with a letter or a digit, and hold nothing but letters, digits, blanks and . , + - _ ’',
  },
  slug: {
    pattern: new RegExp(formats.slug, 'u'),
    fault: 'must be lower-case letters and digits with - between them, such as red-fox',
  },
  identifier: {
    pattern: new RegExp(formats.identifier, 'u'),
    fault: 'must be letters, digits and _, and begin with a letter, such as redFox',
  },
};

export function readValue({ format, choices }: ValueRule, typed: string): ValueReading {
  const value = cleanText(typed.trim().replaceAll("'", '’'));
  if (value === undefined) return { fault: `must not hold more than ${MAX_NON_STARTERS} combining marks in a row` };
  if (value === '') return { fault: 'must not be empty' };
  if (Array.from(value).length > MAX_VALUE_LENGTH) return { fault: `must have at most ${MAX_VALUE_LENGTH} characters` };
  for (const { pattern, fault } of [shapes.text, shapes[format]]) if (!pattern.test(value)) return { fault };
  if (choices.length > 0 && !choices.includes(value)) return { fault: `must be one of: ${choices.join(', ')}` };
  return { value };
}

/** How a value is written in code, where its own words do not say so: a value with a word of ASCII. */
export function readCode(typed: string): ValueReading {
  const reading = readValue({ format: 'text', choices: [] }, typed);
  if (reading.value === undefined || codeWords(reading.value, 'identifier').length > 0) return reading;
  return { fault: 'must have a word of the letters a to z, which may hold digits' };
}

/** Where an identifier goes on with another word: `redFox`, `HTTPServer`. */
const HUMP = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

/**
 * The words of a value, in letters and digits of ASCII, as typed: `Joe’s Café` gives `Joes` and `Cafe`. Words at the beginning that begin with
 * a digit are dropped, because names in code cannot begin so.
 */
export function codeWords(value: string, format: Format): string[] {
  const plain = value.normalize('NFKD').replaceAll(/[\p{M}’]/gu, '');
  const spaced = format === 'identifier' ? plain.replaceAll(HUMP, ' ') : plain;
  const words = spaced.match(/[A-Za-z0-9]+/g) ?? [];
  const first = words.findIndex((word) => /^[A-Za-z]/.test(word));
  return first < 0 ? [] : words.slice(first);
}

/** Words as a value of this format. */
export function inFormat(words: string[], format: Format): string {
  const spellings = { text: 'title', slug: 'kebab', identifier: 'camel' } as const;
  return spell(spellings[format], words);
}

/** Longer than names of folders are. */
const MAX_FOLDER_LENGTH = 1_000;

/** The value without an answer, for a target folder of this name. A folder that gives no value gives what the variable replaces. */
export function defaultValue(variable: Variable, folder: string): string {
  if (variable.default !== FOLDER) return variable.default;
  const { format, replaces } = variable;
  const name = folder.slice(0, MAX_FOLDER_LENGTH);
  const words = format === 'text' ? folderWords(name) : codeWords(name, 'text');
  const { value } = readValue(variable, inFormat(words, format));
  return value ?? inFormat(replaces.split(' '), format);
}

/** As many words as a value has room for. */
function folderWords(folder: string): string[] {
  const words = folder.normalize('NFC').match(/[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]*/gu) ?? [];
  let room = MAX_VALUE_LENGTH;
  const end = words.findIndex((word) => (room -= Array.from(word).length + 1) < -1);
  return end < 0 ? words : words.slice(0, end);
}
