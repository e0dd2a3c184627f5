// What an inspection must never do, as a script for its process: hold on in native code for hours, answer without an end, or do nothing at all.
import { writeFileSync, writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { InspectionJob } from '../../src/inspection/inspect-file.ts';

const { file, type } = JSON.parse(process.argv[2] ?? '') as InspectionJob;
if (type === 'application/zip') for (;;) writeSync(1, 'x'.repeat(64 * 1_024));
if ((type as string) === 'idle') await setTimeout(3_600_000);
writeFileSync(file, JSON.stringify({ pid: process.pid, env: process.env }));
`a${'\u{344}'.repeat(1_000_000)}${'\u{316}'.repeat(1_000_000)}`.normalize('NFC');
