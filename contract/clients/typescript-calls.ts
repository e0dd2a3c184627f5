// Writes how the client calls each operation, as lines of text: they take less room than objects, and the client is loaded by pages.
import { clientMethod } from '../src/client-methods.ts';
import type { OperationRow } from '../src/operation.ts';
import { operations, type OperationId } from '../src/operations.ts';

const HEAD = `// How the client calls each operation. \`npm run docs\` writes this file from the contract.

/** The id, the method of the client, the request, what it takes (\`-\`: nothing), and what else is special. */
`;

export function callsOf(): string {
  const lines = (Object.keys(operations) as OperationId[]).map((id) => `  '${lineOf(id)}',`);
  return `${HEAD}export const calls = [\n${lines.join('\n')}\n];\n`;
}

function lineOf(id: OperationId): string {
  const { method, path, input, hasIdempotencyKey, returns }: OperationRow = operations[id];
  const { group, name } = clientMethod(id);
  const special = [hasIdempotencyKey && 'key', returns].filter(Boolean);
  return [id, `${group}.${name}`, method, path, input ?? '-', ...special].join(' ');
}
