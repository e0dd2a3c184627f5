// The process that inspects an archive that comes on the input. It prints the result as JSON, and writes what is derived to a fourth stream.
import { writeFileSync } from 'node:fs';
import { inspectBytes, toFailure, type Inspection, type InspectionFailure, type MemoryJob } from './inspect-file.ts';

/** Where `inspect.ts` reads the derived files. */
const DERIVED_FD = 3;

// The server has the other end of this pipe. When it closes, the server has ended, even if it was killed.
process.stdin.once('end', () => process.exit(1));

const memoryJob = JSON.parse(String(process.argv[2])) as MemoryJob;
void inspectInput().catch(toFailure).then(print);

async function inspectInput(): Promise<Inspection> {
  const { inspection, index, zip } = await inspectBytes(await readInput(memoryJob.size), memoryJob);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(index?.length ?? 0);
  for (const part of [length, index, zip]) if (part) writeFileSync(DERIVED_FD, part);
  return inspection;
}

async function readInput(size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let length = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  process.stdin.on('data', (chunk: Buffer) => {
    length += chunk.copy(bytes, length);
    if (length === size) resolve();
  });
  await promise;
  return bytes;
}

function print(result: Inspection | InspectionFailure): void {
  writeFileSync(1, JSON.stringify(result));
  process.stdin.unref();
}
