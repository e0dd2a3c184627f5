// The command `npm run docs`: writes what is made from the contract, the tables in docs/, and the types and calls of the clients.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { clientApi } from './client-api.ts';
import { goOf } from './go.ts';
import { pythonOf, pythonTypesOf } from './python.ts';
import { goSecrets, pythonSecrets } from './secrets.ts';
import { typescriptOf } from './typescript.ts';
import { callsOf } from './typescript-calls.ts';
import { withTables } from './tables.ts';

for (const file of globSync('docs/*.md')) writeFileSync(file, withTables(readFileSync(file, 'utf8')));
writeFileSync('clients/typescript/src/generated.ts', typescriptOf(clientApi()));
writeFileSync('clients/typescript/src/generated-calls.ts', callsOf(clientApi()));
writeFileSync('clients/go/generated.go', goOf(clientApi()));
writeFileSync('clients/python/src/realm_catalog/_generated.py', pythonOf(clientApi()));
writeFileSync('clients/python/src/realm_catalog/_generated_types.py', pythonTypesOf(clientApi()));
writeFileSync('clients/go/generated_secrets.go', goSecrets());
writeFileSync('clients/python/src/realm_catalog/_generated_secrets.py', pythonSecrets());
