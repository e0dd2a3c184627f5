#!/usr/bin/env node
// The way in from the terminal: hands the words to the tool, and its result to the screen.

import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { styleText } from 'node:util';
import { runCli } from './cli.js';
import { openNotes } from './notes.js';

const { exitCode, stdout, stderr } = await runCli(process.argv.slice(2), {
  notes: openNotes(process.env.DATA_DIR ?? join(import.meta.dirname, '..', 'data')),
  readInput: () => text(process.stdin),
  style: (format, words) => styleText(format, words, { stream: process.stdout }),
});

process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = exitCode;
