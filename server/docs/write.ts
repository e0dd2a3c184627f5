// A part of `npm run docs`: writes the settings into the operator's guide and .env.example.
import { readFileSync, writeFileSync } from 'node:fs';
import { exampleSettings, withSettings } from './settings.ts';

writeFileSync('docs/self-hosting.md', withSettings(readFileSync('docs/self-hosting.md', 'utf8')));
writeFileSync('.env.example', exampleSettings());
