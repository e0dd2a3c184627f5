// Closes the scoring in the midst of its work, as a process that stops does. It prints `closed` if it comes to its end.
import { setImmediate } from 'node:timers/promises';
import { readConfig } from '../../src/config/config.ts';
import { openScoring } from '../../src/downloads/scoring.ts';
import { openDatabase } from '../../src/store.ts';

const db = await openDatabase(readConfig());
const scoring = openScoring(db);
void scoring.run();
for (let turn = 0; turn < 20; turn += 1) await setImmediate(); // then it pauses between two batches
await scoring.close();
await db.close();
process.stdout.write('closed');
