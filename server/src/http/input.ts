// What a caller sends, as the values that the contract names, or the list of what is wrong with it.
import { parse } from 'node:querystring';
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '@realm-catalog/contract';
import type { ValidateFunction } from 'ajv';
import { cleanText, MAX_NON_STARTERS } from '../text.ts';
import { compile, toError } from './validation.ts';

interface Field {
  type?: string;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  items?: Field;
}
type Fields = { type: 'object'; properties: Record<string, object>; required: PropertyKey[] };
type Errors = NonNullable<Problem['errors']>;
type Values = Record<string, unknown>;

export type ValidationResult = { value: Values; errors?: never } | { value?: never; errors: Errors };

/** More would help nobody, and an answer should not outgrow its question. */
const MOST_ERRORS = 20;

/** Reads the query string of an operation. Unknown parameters are ignored; text that is no such value is an error. */
export function queryReader(fields: Fields): (text: string) => ValidationResult {
  const check = checker(fields);
  const valuesIn = valueReader(fields);
  return (text) => {
    const values = valuesIn(text);
    if (!values) return { errors: [{ field: 'query', message: 'is not valid percent-encoding' }] };
    const errors: Errors = [];
    for (const name of Object.keys(values))
      values[name] = clean(values[name], fields.properties[name] as Field, (message) =>
        errors.push({ field: name, message }),
      );
    return errors.length > 0 ? { errors: errors.slice(0, MOST_ERRORS) } : check(values);
  };
}

/** Reads a JSON body, and the query string as well where its fields may come in either. Unknown fields are ignored. */
export function bodyReader(fields: Fields, inQuery = false): (body: unknown, queryText?: string) => ValidationResult {
  const check = checker(fields);
  const valuesIn = valueReader(fields);
  return (body = {}, queryText = '') => {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return { errors: [{ field: 'body', message: 'must be a JSON object' }] };
    const sent = body as Values;
    const asked = (inQuery && valuesIn(queryText)) || {};
    const values: Values = {};
    const errors: Errors = [];
    for (const [name, field] of Object.entries<Field>(fields.properties)) {
      const report = (message: string) => errors.push({ field: name, message });
      const given = [sent, asked].flatMap((source) =>
        Object.hasOwn(source, name) && source[name] !== undefined
          ? [clean(trim(source[name], field), field, report)]
          : [],
      );
      if (given.length > 0) values[name] = given[0];
      if (given.length > 1 && !isDeepStrictEqual(given[0], given[1])) report('is given twice, with different values');
      if (hasControlCharacters(given[0], field)) report('must not hold control characters');
    }
    return errors.length > 0 ? { errors: errors.slice(0, MOST_ERRORS) } : check(values);
  };
}

/** Checks values against their schema, which is compiled when the first ones arrive. */
export function checker(schema: object): (value: unknown) => ValidationResult {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compile(schema);
    return validate(value)
      ? { value: value as Values }
      : { errors: (validate.errors ?? []).slice(0, MOST_ERRORS).map(toError) };
  };
}

/** Reads the values of fields out of a query string; undefined where it cannot be decoded. */
function valueReader(fields: Fields): (text: string) => Values | undefined {
  const types = Object.entries<Field>(fields.properties).map(([name, { type }]) => ({ name, type }));
  return (text) => {
    if (!isDecodable(text)) return undefined;
    const given = parse(text, '&', '=', { maxKeys: 0 });
    const values: Values = {};
    for (const { name, type } of types) {
      const texts = given[name];
      if (texts !== undefined) values[name] = convert(typeof texts === 'string' ? [texts] : texts, type);
    }
    return values;
  };
}

/** Strictly, where `parse` would put replacement characters. */
export function isDecodable(text: string): boolean {
  try {
    if (text.includes('%')) decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const flags = new Map([
  ['true', true],
  ['1', true],
  ['', true],
  ['false', false],
  ['0', false],
]);

/** The value that the texts stand for; what stands for none stays as it is, for the schema to refuse. */
function convert(texts: string[], type: string | undefined): unknown {
  if (type === 'array') {
    const items = texts.flatMap((text) => text.split(','));
    return items.map((item) => item.trim()).filter(Boolean);
  }
  const [text = ''] = texts;
  if (texts.length > 1) return texts;
  if (type === 'integer') return /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : text;
  if (type === 'boolean') return flags.get(text) ?? text;
  return text;
}

/** What is changed in each text of a field; a password is nobody's business but its owner's. */
function eachText(value: unknown, field: Field, change: (text: string) => string): unknown {
  if (isPassword(field)) return value;
  const changed = (item: unknown) => (typeof item === 'string' ? change(item) : item);
  return Array.isArray(value) ? value.map(changed) : changed(value);
}

function trim(value: unknown, field: Field): unknown {
  return eachText(value, field, (text) => text.trim());
}

/** NFC has at least one character for so many UTF-16 units. */
const UNITS_OF_CHARACTER = 8;

/** Text is kept in NFC. The schema refuses what is too long in any form, so that is left as it is. */
function clean(value: unknown, field: Field, report: (fault: string) => void): unknown {
  const { maxItems = Infinity } = field;
  if (Array.isArray(value) && value.length > maxItems) {
    report(`must have at most ${maxItems} items`); // before each of 30,000 is looked at
    return [];
  }
  const { maxLength = Infinity } = field.items ?? field;
  return eachText(value, field, (text) => {
    if (text.length > maxLength * UNITS_OF_CHARACTER) return text;
    const cleaned = cleanText(text);
    if (cleaned === undefined) report(`must not hold more than ${MAX_NON_STARTERS} combining marks in a row`);
    return cleaned ?? text;
  });
}

function hasControlCharacters(value: unknown, field: Field): boolean {
  if (isPassword(field)) return false;
  return [value].flat().some((text) => typeof text === 'string' && /[\p{Cc}\p{Cs}]/u.test(text));
}

function isPassword({ format = '' }: Field): boolean {
  return format.endsWith('password');
}
