// Reads the query and the body of a request: returns values that match the contract, or the list of errors.
import { parse } from 'node:querystring';
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '@realm-catalog/contract';
import type { ValidateFunction } from 'ajv';
import { cleanText, hasControlCharacters, MAX_NON_STARTERS } from '@realm-catalog/contract/text';
import { compile, toError } from './validation.ts';

interface Field {
  type?: string | readonly string[];
  format?: string;
  maxLength?: number;
  maxItems?: number;
  items?: Field;
  'x-repeated'?: boolean;
  properties?: Record<string, Field>;
}
type ObjectSchema = { type: 'object'; properties: Record<string, object>; required: PropertyKey[] };
type Errors = NonNullable<Problem['errors']>;
type Values = Record<string, unknown>;

export type ValidationResult = { value: Values; errors?: never } | { value?: never; errors: Errors };

/** More would not help the client, and a response should not be larger than its request. */
const MAX_ERRORS = 20;

/** A query string, or parameters as values. */
type Query = string | object | undefined;

/** Reads the query of an operation. Unknown parameters are ignored; text that has not the type of its parameter is an error. */
export function queryReader(schema: ObjectSchema): (query: Query) => ValidationResult {
  const check = checker(schema);
  const valuesIn = valueReader(schema);
  return (query) => {
    const values = valuesIn(query);
    if (!values) return { errors: [{ field: 'query', message: 'is not valid percent-encoding' }] };
    const errors: Errors = [];
    for (const name of Object.keys(values))
      values[name] = clean(unique(values[name]), schema.properties[name] as Field, (message) =>
        errors.push({ field: name, message }),
      );
    return errors.length > 0 ? { errors: errors.slice(0, MAX_ERRORS) } : check(values);
  };
}

/** Reads a JSON body. With `isInQuery`, its fields may also come in the query string. Unknown fields are ignored. */
export function bodyReader(
  schema: ObjectSchema,
  isInQuery = false,
): (body: unknown, query?: Query) => ValidationResult {
  const check = checker(schema);
  const valuesIn = valueReader(schema);
  return (body = {}, query = '') => {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return { errors: [{ field: 'body', message: 'must be a JSON object' }] };
    const fromBody = body as Values;
    const fromQuery = (isInQuery && valuesIn(query)) || {};
    const values: Values = {};
    const errors: Errors = [];
    for (const [name, field] of Object.entries<Field>(schema.properties)) {
      const report = (message: string) => errors.push({ field: name, message });
      const found = [fromBody, fromQuery].flatMap((source) =>
        Object.hasOwn(source, name) && source[name] !== undefined
          ? [clean(trim(source[name], field), field, report)]
          : [],
      );
      if (found.length > 0) values[name] = found[0];
      if (found.length > 1 && !isDeepStrictEqual(found[0], found[1])) report('is given twice, with different values');
      if (holdsControlCharacters(found[0], field)) report('must not hold control characters');
    }
    return errors.length > 0 ? { errors: errors.slice(0, MAX_ERRORS) } : check(values);
  };
}

/** Validates values against a schema, which is compiled at the first request. */
export function checker(schema: object): (value: unknown) => ValidationResult {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compile(schema);
    return validate(value)
      ? { value: value as Values }
      : { errors: (validate.errors ?? []).slice(0, MAX_ERRORS).map(toError) };
  };
}

/** Reads the values of fields from a query; undefined where its text cannot be decoded. */
function valueReader(schema: ObjectSchema): (query: Query) => Values | undefined {
  const fields = Object.entries<Field>(schema.properties).map(([name, { type, 'x-repeated': isRepeated }]) => ({
    name,
    type: isRepeated ? 'repeated' : type,
    listName: type === 'array' ? `${name}[]` : '', // some clients write `tags[]=a` for a list
  }));
  return (query = '') => {
    if (typeof query !== 'string') return { ...query };
    if (!isDecodable(query)) return undefined;
    const parsed = parse(query, '&', '=', { maxKeys: 0 });
    const values: Values = {};
    for (const { name, type, listName } of fields) {
      const found = parsed[name];
      const listed = (listName && parsed[listName]) || [];
      if (found !== undefined || listed.length > 0) values[name] = convert([found ?? [], listed].flat(), type);
    }
    return values;
  };
}

/** Decodes strictly; `parse` would insert replacement characters instead. */
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

/** Converts text to the type of its field. Text that cannot be converted stays as it is, and the schema refuses it. */
function convert(texts: string[], type: Field['type']): unknown {
  if (type === 'array') {
    const items = texts.flatMap((text) => text.split(','));
    return items.map((item) => item.trim()).filter(Boolean);
  }
  if (type === 'repeated') return texts.filter(Boolean);
  const [text = ''] = texts;
  if (texts.length > 1) return texts;
  if (type === 'integer') return /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : text;
  if (type === 'boolean') return flags.get(text) ?? text;
  return text;
}

/** An item that is given twice in a query counts once. */
function unique(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set(value)] : value;
}

/** Changes each text of a field, also inside of an object, whose unknown properties go. A password and a path are never changed. */
function mapText(value: unknown, field: Field, change: (text: string, field: Field) => string): unknown {
  if (isPassword(field) || field.format === 'path') return value;
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? change(item, field) : item));
  if (typeof value === 'string') return change(value, field);
  const { properties } = field;
  if (!properties || typeof value !== 'object' || value === null) return value;
  const known = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(known.map(([name, inner]) => [name, mapText((value as Values)[name], inner, change)]));
}

function trim(value: unknown, field: Field): unknown {
  return mapText(value, field, (text) => text.trim());
}

/** NFC makes at most so many UTF-16 units into one character. */
const MAX_UNITS_PER_CHARACTER = 8;

/** Puts text into NFC. Text that is too long in any form is left as it is, and the schema refuses it. */
function clean(value: unknown, field: Field, report: (fault: string) => void): unknown {
  const { maxItems = Infinity } = field;
  if (Array.isArray(value) && value.length > maxItems) {
    report(`must have at most ${maxItems} items`); // before 30,000 items are cleaned one by one
    return [];
  }
  return mapText(value, field, (text, { items, ...own }) => {
    const { maxLength = Infinity } = items ?? own;
    if (text.length > maxLength * MAX_UNITS_PER_CHARACTER) return text;
    const cleaned = cleanText(text);
    if (cleaned === undefined) report(`must not hold more than ${MAX_NON_STARTERS} combining marks in a row`);
    return cleaned ?? text;
  });
}

function holdsControlCharacters(value: unknown, field: Field): boolean {
  if (isPassword(field)) return false;
  const { properties = {} } = field;
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(properties).some(([name, inner]) => holdsControlCharacters((value as Values)[name], inner));
  return [value].flat().some((text) => typeof text === 'string' && hasControlCharacters(text));
}

function isPassword({ format = '' }: Field): boolean {
  return format.endsWith('password');
}
