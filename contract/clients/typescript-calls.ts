// Writes how the client calls each operation, as lines of text: they take less room than objects, and the client is loaded by pages.
import { clientMethod } from '../src/client-methods.ts';
import type { OperationRow } from '../src/operation.ts';
import { operations, type OperationId } from '../src/operations.ts';
import type { ClientApi, Method } from './client-api.ts';

const HEAD = `// How the client calls each operation. \`npm run docs\` writes this file from the contract.

/** By the group of methods and, where it has another name, the first word of the path: the method of HTTP, that of the client, the rest of the path, what it takes (\`-\`: nothing), the fields by which its answer is known (\`-\`: it has none), and what else is special. */
`;

export function callsOf({ groups }: ClientApi): string {
  const methods = Map.groupBy(
    groups.flatMap((group) => group.methods),
    ({ id }) => groupOf(id),
  );
  const lists = [...methods].map(([group, all]) => `  ${group}: \`\n${all.map(lineOf).join('\n')}\`,\n`);
  return `${HEAD}export const calls: Record<string, string> = {\n${lists.join('')}};\n`;
}

function groupOf(id: OperationId): string {
  const [, word = ''] = operations[id].path.split('/');
  const { group } = clientMethod(id);
  return group === word ? group : `'${group} ${word}'`;
}

function lineOf({ id, reply }: Method): string {
  const { method, path, input, hasIdempotencyKey, returns }: OperationRow = operations[id];
  const rest = path.replace(/^\/[^/]+\/?/, '/');
  const special = [hasIdempotencyKey && 'key', returns].filter(Boolean);
  const marks = 'marks' in reply ? reply.marks.join() : '-';
  return [method, clientMethod(id).name, rest, input ?? '-', marks, ...special].join(' ').replace(/(?: -)+$/, '');
}
