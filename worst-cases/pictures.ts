// Archives and avatars whose pictures cost the most to resize, as large as they may be, and a README with more pictures than are looked at.
import { gzipSync } from 'node:zlib';
import { tar, tarEntry } from '../server/test/archives/archive-writers.ts';
import { costlyPictures } from '../server/test/pictures/costly-pictures.ts';
import { noise } from '../server/test/pictures/sample-pictures.ts';
import type { WorstCase } from './case.ts';
import { requestBytes } from './request-bytes.ts';

/** An inspection has twenty seconds, and each of eight pictures thirty; sending and starting have one more. */
const MAX_ANSWERED_MS = 20_000 + 8 * 30_000 + 1_000;
function caseOf(name: string, archive: () => Promise<Buffer>, isLarge: boolean): WorstCase {
  let built: Promise<Buffer> | undefined;
  return {
    name: `Archive: ${name}`,
    variants: [
      {
        name: '',
        bytes: async (target) =>
          requestBytes(target, {
            method: 'PUT',
            path: `/v1/realms/${target.slug}/upload`,
            headers: { authorization: `Bearer ${await target.openUpload()}`, 'content-type': 'application/gzip' },
            body: await (built ??= archive()),
          }),
      },
    ],
    statuses: [201, 409, 422],
    maxAnsweredMs: MAX_ANSWERED_MS,
    repetitions: { timed: 2, kept: 0 },
    isLarge,
  };
}

async function eightTimes(make: () => Promise<Buffer>): Promise<Buffer> {
  const bytes = await make();
  const names = Array.from({ length: 8 }, (_, at) => `${at}.png`);
  const manifest = tarEntry('realm.json', JSON.stringify({ screenshots: names }));
  return gzipSync(tar(manifest, ...names.map((name) => tarEntry(name, bytes))), { level: 1 });
}

async function manyInReadme(): Promise<Buffer> {
  const cut = (await noise(400, 400).png().toBuffer()).subarray(0, -9_000);
  return gzipSync(tar(tarEntry('README.md', '![a](a.png)\n'.repeat(20_000)), tarEntry('a.png', cut)));
}

/** One picture has thirty seconds; sending and starting have one more. */
const MAX_AVATAR_MS = 31_000;

function avatarCase(name: string, make: () => Promise<Buffer>): WorstCase {
  let built: Promise<Buffer> | undefined;
  return {
    name: `Avatar: ${name}`,
    variants: [
      {
        name: '',
        bytes: async (target) =>
          requestBytes(target, {
            method: 'PUT',
            path: '/v1/me/avatar',
            headers: { authorization: `Bearer ${target.key}`, 'content-type': 'image/png' },
            body: await (built ??= make()),
          }),
      },
    ],
    statuses: [200, 413, 422],
    maxAnsweredMs: MAX_AVATAR_MS,
    repetitions: { timed: 2, kept: 0 },
    isLarge: true,
  };
}

export const pictureCases: WorstCase[] = [
  ...Object.entries(costlyPictures).map(([name, make]) => avatarCase(name, make)),
  caseOf('README.md of 20,000 pictures, each of which is damaged', manyInReadme, false),
  ...Object.entries(costlyPictures).map(([name, make]) => caseOf(`eight times ${name}`, () => eightTimes(make), true)),
];
