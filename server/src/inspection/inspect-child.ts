// The process that inspects one archive and prints the result as JSON. An archive that exhausts its memory or time harms this process alone.
import { writeFileSync } from 'node:fs';
import { inspectFile, toFailure, type Inspection, type InspectionFailure, type InspectionJob } from './inspect-file.ts';

// The server has the other end of this pipe. When it closes, the server has ended, even if it was killed.
process.stdin.once('end', () => process.exit(1)).resume();
process.stdin.unref();

const job = JSON.parse(String(process.argv[2])) as InspectionJob;
void inspectFile(job).catch(toFailure).then(print);

function print(result: Inspection | InspectionFailure): void {
  writeFileSync(1, JSON.stringify(result));
}
