// Writes how the client calls each operation, as lines of text: they take less room than objects, and the client is loaded by pages.
import { clientMethod } from '../src/client-methods.ts';
import type { OperationRow } from '../src/operation.ts';
import { operations, type OperationId } from '../src/operations.ts';

const HEAD = `// How the client calls each operation. \`npm run docs\` writes this file from the contract.

/** By the group of methods and, where it has another name, the first word of the path: the method of HTTP, that of the client, the rest of the path, what it takes (\`-\`: nothing), and what else is special. */
`;

export function callsOf(): string {
  const groups = Map.groupBy(Object.keys(operations) as OperationId[], groupOf);
  const lists = [...groups].map(([group, ids]) => `  ${group}: \`\n${ids.map(lineOf).join('\n')}\`,\n`);
  return `${HEAD}export const calls: Record<string, string> = {\n${lists.join('')}};\n`;
}

function groupOf(id: OperationId): string {
  const [, word = ''] = operations[id].path.split('/');
  const { group } = clientMethod(id);
  return group === word ? group : `'${group} ${word}'`;
}

function lineOf(id: OperationId): string {
  const { method, path, input, hasIdempotencyKey, returns }: OperationRow = operations[id];
  const rest = path.replace(/^\/[^/]+\/?/, '/');
  const special = [hasIdempotencyKey && 'key', returns].filter(Boolean);
  return [method, clientMethod(id).name, rest, input ?? '-', ...special].join(' ').replace(/ -$/, '');
}
