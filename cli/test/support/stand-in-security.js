#!/usr/bin/env node
// A stand-in for the command `security` of macOS, which runs nowhere else: its arguments, its stdin and its statuses, on a file.
import { readFileSync, writeFileSync } from 'node:fs';

const path = process.env['STAND_IN_FILE'] ?? '';
const entries = JSON.parse(readFileSync(path, 'utf8'));
const words =
  process.argv[2] === '-i'
    ? [...readFileSync(0, 'utf8').matchAll(/"([^"]*)"/g)].map(([, word]) => word ?? '')
    : process.argv.slice(2);
const valueOf = (/** @type {string} */ flag) => words[words.indexOf(flag) + 1] ?? '';
const name = `${valueOf('-s')} ${valueOf('-a')}`;
const [command] = words;
if (command === 'add-generic-password') entries[name] = valueOf('-w');
else if (!(name in entries)) process.exitCode = 44;
else if (command === 'find-generic-password') console.log(entries[name]);
else if (command === 'delete-generic-password') delete entries[name];
writeFileSync(path, JSON.stringify({ ...entries, arguments: [...(entries.arguments ?? []), process.argv.slice(2)] }));
