// The command `npm run docs`: writes the tables of docs/ that are made from the contract.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { withTables } from './tables.ts';

for (const file of globSync('docs/*.md')) writeFileSync(file, withTables(readFileSync(file, 'utf8')));
