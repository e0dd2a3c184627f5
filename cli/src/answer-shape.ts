// Compares answers of the catalog with the contract, for all commands: an answer of something else is named as such before a command reads it.
import { UnexpectedResponseError } from '@realm-catalog/client';
import type { OperationId } from '@realm-catalog/contract/operations';

/** What the contract's schemas of answers are made of. A newer catalog may have more fields, and more words in place of those of an `enum`. */
interface Schema {
  type?: string | readonly string[];
  format?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: Schema;
}

/** Fields that catalogs of earlier releases do not send, and that commands do without. A test compares them with the answers of each release. */
const LATER_FIELDS = new Set([
  'isEmailVerified',
  'coverUrl',
  'screenshots',
  'previewUrl',
  'filesSha256',
  'variables',
  'parts',
]);

/** Throws if the data are not what this method of the client (`realms.list`) answers with. */
export async function checkAnswer(registry: string, method: string, data: unknown): Promise<void> {
  const { operationOf } = await import('@realm-catalog/contract/client-methods');
  const operation = operationOf(method);
  const fault = operation && (await answerFault(operation, data));
  if (fault)
    throw new UnexpectedResponseError(
      `${registry} does not answer as a catalog does. In the answer to ${operation}, ${fault}.`,
    );
}

/** The schemas take 30 ms to load, which is done while the catalog answers. */
export const loadSchemas = () => import('@realm-catalog/contract/specifications');

/** Continues a sentence; undefined if the data are as the contract says. */
export async function answerFault(operation: OperationId, data: unknown): Promise<string | undefined> {
  const { reply } = (await loadSchemas()).specifications[operation];
  if (!('schema' in reply)) return undefined;
  return faultOf(data, reply.schema, '');
}

function faultOf(value: unknown, schema: Schema, path: string): string | undefined {
  const { properties = {}, required = [], items, additionalProperties: values } = schema;
  const types = [schema.type ?? 'any'].flat();
  if (!types.includes('any') && !types.includes(typeOf(value)))
    return `${path || 'JSON'} should be ${types.map((type) => words[type] ?? type).join(' or ')}, and is ${words[typeOf(value)]}`;
  if (schema.format === 'uri' && !isAddress(value)) return `${path} should be an address of http or https`;
  if (Array.isArray(value)) return items && firstFault(value.entries(), (at) => [items, `${path}[${at}]`]);
  if (typeof value !== 'object' || value === null) return undefined;
  const missing = required.find((name) => !Object.hasOwn(value, name) && !LATER_FIELDS.has(name));
  if (missing !== undefined) return `${nameIn(path, missing)} is missing`;
  return firstFault(Object.entries(value), (name) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : values;
    return own && [own, nameIn(path, name)];
  });
}

function firstFault<Key>(
  entries: Iterable<[Key, unknown]>,
  schemaOf: (key: Key) => [schema: Schema, path: string] | undefined,
): string | undefined {
  for (const [key, value] of entries) {
    const [schema, path] = schemaOf(key) ?? [];
    const fault = schema && faultOf(value, schema, path ?? '');
    if (fault) return fault;
  }
  return undefined;
}

const isAddress = (value: unknown) => URL.canParse(String(value)) && /^https?:/i.test(String(value));

const nameIn = (path: string, name: string) => (path ? `${path}.${name}` : name);

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

const words: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
  undefined: 'nothing',
};
