// The command `npm run docs`: writes what is made from the contract, the tables in docs/, and the types and calls of the client.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { clientApi } from './clients/client-api.ts';
import { typescriptOf } from './clients/typescript.ts';
import { callsOf } from './clients/typescript-calls.ts';
import { withTables } from './docs/tables.ts';

for (const file of globSync('docs/*.md')) writeFileSync(file, withTables(readFileSync(file, 'utf8')));
writeFileSync('client/src/generated.ts', typescriptOf(clientApi()));
writeFileSync('client/src/generated-calls.ts', callsOf());
