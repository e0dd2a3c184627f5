// Validates values by the forms of `schema.ts`, as Ajv does. For inspections and commands: loading Ajv takes longer than most of these.
import { UUID_PATTERN } from './fields.ts';

/** The keywords that count. A test looks for others in the schemas that values are validated by. */
export interface Schema {
  description?: string;
  type?: string | readonly string[];
  maximum?: number;
  minimum?: number;
  maxLength?: number;
  minLength?: number;
  pattern?: string;
  format?: string;
  enum?: readonly string[];
  maxItems?: number;
  minItems?: number;
  items?: Schema;
  required?: readonly string[];
  additionalProperties?: Schema | false;
  properties?: Readonly<Record<string, Schema>>;
}

export interface Fault {
  keyword: keyof Schema;
  /** From the whole value to the part that is wrong, to a property that is missing, or to one that is not allowed. */
  path: (string | number)[];
  value: unknown;
  /** Of the part that is wrong, or of the object with that property. */
  schema: Schema;
}

interface Options {
  /** The keywords that count beside those of types and properties; by default all. */
  only?: ReadonlySet<keyof Schema>;
  isFormat?: (format: string, text: string) => boolean;
}

/**
 * Finds faults in the order of Ajv, and goes on only as far as they are taken. It looks at each part of the value once, and goes no deeper than
 * the schema, since none refers to itself.
 */
export function* faultsIn(value: unknown, schema: Schema, options: Options = {}): Generator<Fault> {
  const keyword = brokenKeyword(value, schema, options);
  if (keyword) yield { keyword, path: [], value, schema };
  else if (Array.isArray(value)) {
    if (schema.items) for (const [at, item] of value.entries()) yield* faultsAt(at, item, schema.items, options);
  } else if (typeof value === 'object' && value !== null)
    yield* faultsOfProperties(value as Record<string, unknown>, schema, options);
}

function* faultsOfProperties(value: Record<string, unknown>, schema: Schema, options: Options): Generator<Fault> {
  const { properties = {}, required = [], additionalProperties: others } = schema;
  for (const name of required)
    if (!Object.hasOwn(value, name)) yield { keyword: 'required', path: [name], value: undefined, schema };
  if (others !== undefined)
    for (const [name, item] of Object.entries(value)) {
      if (Object.hasOwn(properties, name)) continue;
      if (others) yield* faultsAt(name, item, others, options);
      else yield { keyword: 'additionalProperties', path: [name], value: item, schema };
    }
  for (const [name, own] of Object.entries(properties))
    if (Object.hasOwn(value, name)) yield* faultsAt(name, value[name], own, options);
}

function* faultsAt(step: string | number, value: unknown, schema: Schema, options: Options): Generator<Fault> {
  for (const fault of faultsIn(value, schema, options)) yield { ...fault, path: [step, ...fault.path] };
}

function brokenKeyword(value: unknown, schema: Schema, options: Options): keyof Schema | undefined {
  const { only, isFormat = isFormatOfContract } = options;
  const { type } = schema;
  const own = typeOf(value);
  if (type !== undefined && type !== own && !(Array.isArray(type) && type.includes(own))) return 'type';
  const isBroken = ([keyword, isMet]: Rule<never>) =>
    schema[keyword] !== undefined &&
    (!only || only.has(keyword)) &&
    !isMet(value as never, schema as Required<Schema>, isFormat);
  return rulesFor(value).find(isBroken)?.[0];
}

type IsFormat = NonNullable<Options['isFormat']>;
const isFormatOfContract: IsFormat = (format, text) => formats[format]?.test(text) ?? true;

type Rule<Value> = [
  keyword: keyof Schema,
  isMet: (value: Value, schema: Required<Schema>, isFormat: IsFormat) => boolean,
];
const numberRules: Rule<number>[] = [
  ['maximum', (value, { maximum }) => value <= maximum],
  ['minimum', (value, { minimum }) => value >= minimum],
];
const textRules: Rule<string>[] = [
  ['maxLength', (text, { maxLength }) => !isLonger(text, maxLength)],
  ['minLength', (text, { minLength }) => minLength === 0 || isLonger(text, minLength - 1)],
  ['pattern', (text, { pattern }) => new RegExp(pattern, 'u').test(text)],
  ['format', (text, { format }, isFormat) => isFormat(format, text)],
  ['enum', (text, { enum: words }) => words.includes(text)],
];
const listRules: Rule<unknown[]>[] = [
  ['maxItems', (list, { maxItems }) => list.length <= maxItems],
  ['minItems', (list, { minItems }) => list.length >= minItems],
];

function rulesFor(value: unknown): Rule<never>[] {
  if (typeof value === 'string') return textRules;
  if (typeof value === 'number') return numberRules;
  return Array.isArray(value) ? listRules : [];
}

/** In characters, which are counted only where their number can matter. */
const isLonger = (text: string, length: number) =>
  text.length > length && (text.length > 2 * length || Array.from(text).length > length);

/** As a schema names it. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

const UUID = new RegExp(UUID_PATTERN);

/** No account may have a name that looks like an id: where either may stand, it would be taken for another account. */
export const looksLikeId = (name: string): boolean => UUID.test(name.toLowerCase());

interface Format {
  test: (text: string) => boolean;
  /** Continues a sentence that begins with the name of the field. */
  sentence: string;
}

export const formats: Record<string, Format> = {
  uuid: { test: (text) => UUID.test(text), sentence: 'must be a UUID' },
  username: { test: (text) => !looksLikeId(text), sentence: 'must not look like an id' },
  email: { test: (text) => text === '' || /^[^\s@]+@[^\s@]+$/.test(text), sentence: 'must be an e-mail address' },
  password: { test: () => true, sentence: '' },
  path: { test: () => true, sentence: '' },
  'new-password': {
    test: (text) => new TextEncoder().encode(text).length <= 1_024 && Array.from(text).length >= 8,
    sentence: 'must have at least 8 characters and at most 1,024 bytes',
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
