// Inspects archives for tests, in a temporary folder that shows whether anything was written there.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { inspectArchive, LIMITS, type Inspection } from '../../src/inspection/inspect.ts';
import { inspectFile, type InspectionJob } from '../../src/inspection/inspect-file.ts';

export const GZIP = 'application/gzip';
export const ZIP = 'application/zip';

/** A busy machine takes its time; that an inspection which takes too long is refused has a test of its own. */
const PATIENT = { ...LIMITS, cpuMs: LIMITS.cpuMs * 10, wallMs: LIMITS.wallMs * 10 };

/** The process works in this folder until its tests have ended. */
export function inspectionFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-inspect-'));
  const workFolder = process.cwd();
  // So that a path that climbs, or begins nowhere, would end in the folder that is watched.
  const inside = join(folder, 'a', 'b', 'c', 'd');
  mkdirSync(inside, { recursive: true });
  process.chdir(inside);
  after(() => {
    process.chdir(workFolder);
    rmSync(folder, { recursive: true });
  });
  // As `npm start` has it: a process starts three times as fast when it need not strip types again.
  enableCompileCache(join(workFolder, 'node_modules', '.cache', 'node'));
  const allFiles = () => readdirSync(folder, { recursive: true });
  let files = 0;

  async function withFile<Result>(bytes: Buffer, use: (file: string) => Promise<Result>): Promise<Result> {
    const file = join(inside, String((files += 1)));
    writeFileSync(file, bytes);
    try {
      return await use(file);
    } finally {
      rmSync(file);
    }
  }

  const inspect = (bytes: Buffer, type: InspectionJob['type'] = GZIP, limits = PATIENT) =>
    withFile(bytes, (file) => inspectArchive({ file, type, limits }));

  /** The same without a process, which takes ten times as long to start as to read most archives. */
  const inspectHere = (bytes: Buffer, type: InspectionJob['type'] = GZIP) =>
    withFile(bytes, (file) => inspectFile({ file, type, limits: LIMITS }));

  return { folder, allFiles, withFile, inspect, inspectHere };
}

export function assertAccepted(found: Inspection): asserts found is Inspection & { accepted: true } {
  assert.equal(found.accepted, true, 'reason' in found ? found.reason : '');
}
