// What a caller sends, as the values that the contract names, or the list of what is wrong with it.
import type { Problem, Static } from '@realm-catalog/contract';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';

type Fields = { type: 'object'; properties: Record<string, object>; required: PropertyKey[] };
type Errors = NonNullable<Problem['errors']>;

export type Read<Value> = { value: Value; errors?: never } | { value?: never; errors: Errors };

const ajv = new Ajv({ allErrors: true, strict: true, formats: { uuid: true, 'date-time': true, uri: true } });

/** Reads the query string of an operation. Unknown parameters are ignored; text that is no such value is an error. */
export function queryReader<F extends Fields>(fields: F): (text: string) => Read<Static<F>> {
  const check = checker<Static<F>>(fields);
  return (text) => {
    const given = parse(text);
    if (!given) return { errors: [{ field: 'query', message: 'is not valid percent-encoding' }] };
    const values: Record<string, unknown> = {};
    for (const [name, schema] of Object.entries<{ type?: string }>(fields.properties)) {
      const texts = given.getAll(name);
      if (texts.length > 0) values[name] = convert(texts, schema.type);
    }
    return check(values);
  };
}

/** Checks a value against its schema, which is compiled when the first value arrives. */
export function checker<Value>(schema: object): (value: unknown) => Read<Value> {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    return validate(value) ? { value: value as Value } : { errors: (validate.errors ?? []).map(toError) };
  };
}

function parse(text: string): URLSearchParams | undefined {
  try {
    decodeURIComponent(text); // strict, where URLSearchParams would put replacement characters
    return new URLSearchParams(text);
  } catch {
    return undefined;
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
  if (type === 'array')
    return texts
      .flatMap((text) => text.split(','))
      .map((item) => item.trim())
      .filter(Boolean);
  const [text = ''] = texts;
  if (texts.length > 1) return texts;
  if (type === 'integer') return /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : text;
  if (type === 'boolean') return flags.get(text) ?? text;
  return text;
}

const sentences: Record<string, (params: Record<string, unknown>) => string> = {
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as string[]).join(', ')}`,
};
const types: Record<string, string> = {
  integer: 'must be one whole number',
  boolean: 'must be true, false, 1 or 0, once',
  string: 'must be given once',
};

function toError({ instancePath, keyword, params, message }: ErrorObject): Errors[number] {
  const known = keyword === 'type' ? types[String(params['type'])] : sentences[keyword]?.(params);
  return { field: instancePath.slice(1), message: known ?? message ?? 'is not valid' };
}
