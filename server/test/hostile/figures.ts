// Measures the inspection of every hostile archive, each in its process as an upload would be: `node server/test/hostile/figures.ts`.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectArchive, LIMITS } from '../../src/inspection/inspect.ts';
import type { Hostile } from './archives.ts';

type Written = { name: string; type: Hostile['type'] };
const [folder] = process.argv.slice(2);

/** In a process that has built none of them, so that the memory is the inspection's own. */
async function measure(folder: string): Promise<void> {
  const written = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as Written[];
  let worst = { name: '', ms: 0 };
  for (const [at, { name, type }] of written.entries()) {
    const begun = performance.now();
    const inspection = await inspectArchive({ file: join(folder, String(at)), type, limits: LIMITS });
    const ms = Math.round(performance.now() - begun);
    assert.equal(inspection.accepted, false, name);
    if (ms > worst.ms) worst = { name, ms };
  }
  console.log({ refused: written.length, worst, peakMiB: Math.round(process.resourceUsage().maxRSS / 1024) });
}

async function write(folder: string): Promise<void> {
  const { hostileArchives } = await import('./archives.ts');
  const written = Object.entries(hostileArchives).map(([name, build], at): Written => {
    const { type, bytes } = build();
    writeFileSync(join(folder, String(at)), bytes);
    return { name, type };
  });
  writeFileSync(join(folder, 'index.json'), JSON.stringify(written));
}

if (folder) await measure(folder);
else {
  const made = mkdtempSync(join(tmpdir(), 'realm-catalog-figures-'));
  await write(made);
  spawnSync(process.execPath, [import.meta.filename, made], { stdio: 'inherit' });
  rmSync(made, { recursive: true });
}
