// The process that reads one archive and prints the result as JSON. An archive that exhausts its memory or time harms this process alone.
import { writeFileSync } from 'node:fs';
import { readArchive, toFault, type InspectionJob } from './read-archive.ts';

// The server has the other end of this pipe. When it closes, the server has ended, even if it was killed.
process.stdin.once('end', () => process.exit(1)).resume();
process.stdin.unref();

const job = JSON.parse(String(process.argv[2])) as InspectionJob;
writeFileSync(1, JSON.stringify(await readArchive(job).catch(toFault)));
