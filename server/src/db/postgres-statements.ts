// Statements as the driver of PostgreSQL takes them: most are prepared once on each connection, by a name.
import { hash } from 'node:crypto';
import type { QueryConfig } from 'pg';
import type { Sql } from 'sql-template-tag';
import { preparations } from '../telemetry.ts';

/** Each connection keeps a plan of some 50 KB for each prepared statement, and requests can make thousands of different ones. */
const MAX_PREPARED_STATEMENTS = 500;
/** Larger statements differ in their number of values, and each number would need a plan of its own. */
const MAX_PREPARED_VALUES = 64;
export function preparedStatements(): (statement: Sql) => QueryConfig {
  const names = new Map<string, string>();
  return (statement) => {
    const query = unprepared(statement);
    const { text, values } = query;
    if (!names.has(text) && names.size < MAX_PREPARED_STATEMENTS && values.length <= MAX_PREPARED_VALUES)
      names.set(text, hash('sha256', text, 'base64url'));
    const name = names.get(text);
    return name ? { name, ...query } : query;
  };
}

/** A prepared name is known to one connection. With a pooler of transactions, the next statement may have another connection. */
export function unprepared({ text, values }: Sql): { text: string; values: unknown[] } {
  if (preparations.hasSubscribers) preparations.publish(text);
  return { text, values: values.map(storable) };
}

/** PostgreSQL refuses U+0000 even in a condition. The catalog's texts have no control characters, so another one finds nothing either. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u0001') : value;
}
