// Values for a JSON Schema: those that fit it, and those that just do not.
import { fc } from '../support/fixed-seed.ts';
import { webUrl } from '../support/any-text.ts';

export interface Schema {
  $ref?: string;
  /** Several, if it may also be null. */
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: string[];
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Something that an earlier answer named so: `pick` says which of those that are known when the request is sent. */
export interface Known {
  known: string;
  pick: number;
}

const FAR = Date.UTC(2100, 0);
const moment = fc.date({ min: new Date(0), max: new Date(FAR), noInvalidDate: true });

const formats: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  email: fc.emailAddress(),
  date: moment.map((time) => time.toISOString().slice(0, 10)),
  'date-time': moment.map((time) => time.toISOString()),
  'http-url': webUrl,
  uri: webUrl,
};

/** A value that fits, of the name that the field has. */
export function fitting(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { examples = [] } = schema;
  const made = ofType(schema, name);
  return examples.length > 0 ? fc.oneof(made, fc.constantFrom(...examples)) : made;
}

function ofType(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => ofType({ ...schema, type }, name)));
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'array') {
    const { items = {}, minItems: minLength = 0, maxItems = 5 } = schema;
    return fc.array(orKnown(fitting(items), name), { minLength, maxLength: Math.min(maxItems, 5) });
  }
  if (schema.type === 'object') return object(schema);
  return orKnown(text(schema), name);
}

/** Each is made once: fast-check takes 10 ms for it, and many fields are alike. */
const texts = new Map<string, fc.Arbitrary<string>>();

function text({ format = '', pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  const key = JSON.stringify([format, pattern, minLength, maxLength]);
  const made = texts.get(key) ?? newText(format, pattern, minLength, maxLength);
  texts.set(key, made);
  return made;
}

function newText(
  format: string,
  pattern: string | undefined,
  minLength: number,
  maxLength: number,
): fc.Arbitrary<string> {
  if (formats[format]) return formats[format];
  if (pattern) return fc.stringMatching(new RegExp(pattern)).map((made) => made.slice(0, maxLength));
  if (format === 'new-password') return fc.string({ minLength: 8, maxLength: 40 });
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) });
}

function object({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]): [string, fc.Arbitrary<unknown>] => [
    name,
    fitting(schema, name),
  ]);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

function orKnown(made: fc.Arbitrary<unknown>, name: string): fc.Arbitrary<unknown> {
  const known = fc.nat(999).map((pick): Known => ({ known: name, pick }));
  return name === '' ? made : fc.oneof({ weight: 2, arbitrary: made }, { weight: 1, arbitrary: known });
}

/** A value that just does not fit. */
export function unfitting(schema: Schema): fc.Arbitrary<unknown> {
  const wrong: fc.Arbitrary<unknown>[] = [fc.constantFrom(null, true, 0, -1, 1.5, 1e21, '', 'x', [], {}, [[]], [null])];
  const { minLength = 0, maxLength, minimum, maximum, maxItems } = schema;
  if (maxLength !== undefined) wrong.push(fc.constant('x'.repeat(maxLength + 1)), fc.constant('é'.repeat(maxLength)));
  if (minLength > 0) wrong.push(fc.constant('x'.repeat(minLength - 1)), fc.constant(' '.repeat(minLength)));
  if (minimum !== undefined) wrong.push(fc.constant(minimum - 1));
  if (maximum !== undefined) wrong.push(fc.constant(maximum + 1));
  if (maxItems !== undefined) wrong.push(fc.constant(Array.from({ length: maxItems + 1 }, () => 'x')));
  if (schema.enum) wrong.push(fc.constantFrom(...schema.enum).map((one) => one.toUpperCase()));
  if (schema.pattern ?? schema.format)
    wrong.push(
      fc.string(),
      fitting(schema).map((one) => `${String(one)}\n`),
    );
  return fc.oneof(...wrong);
}
