// Ajv with the formats of the contract, and its errors as sentences for people.
import { createRequire } from 'node:module';
import {
  CATEGORY_PATTERN,
  NAME_PATTERN,
  SLUG,
  SUCCESSOR_PATTERN,
  TAG_PATTERN,
  USERNAME_PATTERN,
  UUID_PATTERN,
  type Problem,
} from '@realm-catalog/contract';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';

const UUID = new RegExp(UUID_PATTERN);

/** No account may have a name that looks like an id: where either may stand, it would be taken for another account. */
export const looksLikeId = (name: string): boolean => UUID.test(name.toLowerCase());

const formats: Record<string, { test: (text: string) => boolean; sentence: string }> = {
  uuid: { test: (text) => UUID.test(text), sentence: 'must be a UUID' },
  username: { test: (text) => !looksLikeId(text), sentence: 'must not have the form of an id' },
  email: { test: (text) => text === '' || /^[^\s@]+@[^\s@]+$/.test(text), sentence: 'must be an e-mail address' },
  password: { test: () => true, sentence: '' },
  path: { test: () => true, sentence: '' },
  'new-password': {
    test: (text) => Buffer.byteLength(text) <= 1_024 && Array.from(text).length >= 8,
    sentence: 'must have at least 8 characters, and at most 1,024 bytes',
  },
  date: {
    test: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
    sentence: 'must be a day such as 2026-11-15',
  },
  uri: { test: () => true, sentence: '' }, // the handler says which addresses are taken
  'date-time': {
    test: (text) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
    sentence: 'must be a time such as 2026-11-15T09:30:00Z',
  },
  'http-url': {
    test: (text) => text === '' || (/^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)),
    sentence: 'must be an absolute http or https address',
  },
};

/** Days such as 2026-02-30 match the pattern and do not exist. */
function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const require = createRequire(import.meta.url);
let instance: Ajv | undefined;

/** Ajv is loaded with the first schema or after the start, because it would make every start a tenth longer. */
export function loadAjv(): Ajv {
  if (instance) return instance;
  const ajv = require('ajv') as typeof import('ajv');
  instance = new ajv.Ajv({
    allErrors: true,
    strict: true,
    formats: Object.fromEntries(Object.entries(formats).map(([name, { test }]) => [name, test])),
  });
  instance.addKeyword('x-repeated'); // it says how a query is read, and nothing of the values
  return instance;
}

export function compile(schema: object): ValidateFunction {
  return loadAjv().compile(schema);
}

const sentences: Record<string, (params: Record<string, unknown>) => string> = {
  required: () => 'is required',
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${String(limit)} characters`),
  maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
  maxItems: ({ limit }) => `must have at most ${String(limit)} items`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as string[]).join(', ')}`,
  pattern: ({ pattern }) => patterns[String(pattern)] ?? `must match ${String(pattern)}`,
  format: ({ format }) => formats[String(format)]?.sentence ?? 'is not valid',
  type: ({ type }) => types[String(type)] ?? 'is not valid',
};
const slugSentence = 'must have small letters and digits, with single dashes between them';
const patterns: Record<string, string> = {
  [SLUG]: slugSentence,
  [SUCCESSOR_PATTERN]: slugSentence,
  [CATEGORY_PATTERN]: 'must have 1 to 32 small letters, digits and dashes, of which the first is no dash',
  [TAG_PATTERN]: 'must have 1 to 32 letters, digits and + . # - each, of which the first is a letter or a digit',
  [USERNAME_PATTERN]:
    'must have 1 to 64 letters, digits, dots, dashes and underscores, of which the first is a letter or a digit',
  [NAME_PATTERN]: 'must not hold characters that are invisible or turn the reading direction',
};
const types: Record<string, string> = {
  integer: 'must be one whole number',
  boolean: 'must be true, false, 1 or 0, once',
  string: 'must be one text',
  array: 'must be a list',
};

export function toError({
  instancePath,
  keyword,
  params,
  message,
}: ErrorObject): NonNullable<Problem['errors']>[number] {
  const [, field = String(params['missingProperty'] ?? '')] = instancePath.split('/');
  return { field, message: sentences[keyword]?.(params) ?? message ?? 'is not valid' };
}
