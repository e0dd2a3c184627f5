// Writes how the client calls each operation.
import type { OperationRow } from '../../contract/src/operation.ts';
import { operations } from '../../contract/src/operations.ts';
import type { ClientApi, Method } from './client-api.ts';

const HEAD = `// How the client calls each operation. \`npm run docs\` writes this file from the contract.
import type { CallRow } from './operation-calls.ts';

/** By the group of a method and its name. */
export const calls: Record<string, Record<string, CallRow>> = {
`;

export function callsOf({ groups }: ClientApi): string {
  const written = groups.map(({ name, methods }) => `  ${name}: {\n${methods.map(lineOf).join('')}  },\n`);
  return `${HEAD}${written.join('')}};\n`;
}

/** A row is an array: pages load the client, and objects take more room. */
function lineOf({ id, name, reply }: Method): string {
  const { method, path, input, hasIdempotencyKey, returns }: OperationRow = operations[id];
  const marks = 'marks' in reply ? reply.marks : [];
  const row = [method, path, input ?? '', marks, hasIdempotencyKey ? 'key' : (returns ?? '')];
  while (row.at(-1)?.length === 0) row.pop();
  return `    ${name}: [${row.map(literal).join(', ')}],\n`;
}

function literal(value: string | string[]): string {
  return typeof value === 'string' ? `'${value}'` : `[${value.map(literal).join(', ')}]`;
}
