// JSON Schema as the reference shows it: the type of a value in words, an example of it, and a shorter form of a real value.
import type { Html } from '../html.ts';
import { html } from '../html.ts';

/** The parts of a schema that the reference reads. */
export interface JsonSchema {
  type?: string | readonly string[];
  description?: string;
  default?: unknown;
  enum?: readonly string[];
  examples?: readonly unknown[];
  format?: string;
  minimum?: number;
  properties?: Record<string, JsonSchema>;
  required?: readonly PropertyKey[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema;
}

const MAX_ITEMS = 2;
const MAX_ENTRIES = 8;
const MAX_CHARACTERS = 120;

export function typeOf({ type = 'object', items, format }: JsonSchema): string {
  if (items) return `list of ${typeOf(items)}s`;
  if (format === 'date-time') return 'time';
  if (format === 'date' || format === 'uuid') return format;
  return typeof type === 'string' ? type : type.join(' or ');
}

const examplesByFormat: Record<string, string> = {
  uuid: '019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11',
  'date-time': '2026-11-15T09:30:00.000Z',
  date: '2026-11-15',
  email: 'alice@example.com',
  password: 'correct horse battery staple',
};

/** The example that the contract gives, or the plainest value that the schema admits. */
export function exampleOf(schema: JsonSchema): unknown {
  const { examples, enum: values, properties, items, additionalProperties, format = '', type, minimum = 0 } = schema;
  if (examples) return examples[0];
  if (values) return values[0];
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field)]));
  if (items) return [exampleOf(items)];
  if (additionalProperties) return {};
  if (type === 'boolean') return false;
  return type === 'integer' ? minimum : (examplesByFormat[format] ?? '');
}

/** The same value with fewer items in its lists and shorter texts. It still fits its schema. */
export function shortened(value: unknown, schema: JsonSchema): unknown {
  if (typeof value === 'string') return value.length > MAX_CHARACTERS ? `${cut(value, MAX_CHARACTERS)}…` : value;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => shortened(item, schema.items ?? {}));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, field]) => [
    name,
    shortened(field, schema.properties?.[name] ?? schema.additionalProperties ?? {}),
  ]);
  return Object.fromEntries(schema.additionalProperties ? entries.slice(0, MAX_ENTRIES) : entries);
}

/** The first characters, without half of a surrogate pair at the end. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/** Text in which `code` may stand between backticks. */
export function prose(text: string): Html[] {
  return text.split('`').map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`));
}
