// Answers as the contract describes them, with the emptiest values: for servers that stand in for a catalog.
import { specifications } from '@realm-catalog/contract/specifications';

type Specifications = typeof specifications;

interface Schema {
  type?: string | readonly string[];
  format?: string;
  enum?: readonly string[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
}

/** The answer of an operation with these fields, and all others that it must have. */
export function answerOf(operation: keyof Specifications, fields: object = {}): object {
  const { reply } = specifications[operation];
  return { ...('schema' in reply ? (emptiest(reply.schema) as object) : {}), ...fields };
}

function emptiest({ type, format, enum: words, properties = {}, required = [] }: Schema): unknown {
  if (words) return words[0];
  if (type === 'string') return format === 'uri' ? 'http://127.0.0.1:9/' : '';
  if (type === 'integer') return 0;
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  return Object.fromEntries(required.map((name) => [name, emptiest(properties[name] ?? {})]));
}
