// Draws SVG as PNG in a process of its own, one picture at a time, and caches the pictures by their content.
import { webFolder } from '@realm-catalog/web/folder';
import { hash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { UnavailableError } from '../errors.ts';
import { lruCache } from '../concurrency/lru-cache.ts';
import { sharedWork } from '../concurrency/shared-work.ts';
import { jobProcess, type ProcessLimits } from '../concurrency/isolated-work.ts';

export interface SvgJob {
  svg: string;
  /** The width in pixels; the height follows. */
  width: number;
  /** WebP; the SVG has the addresses `picture:0`, `picture:1` and so on for them. */
  pictures: Uint8Array[];
}

export interface SvgDrawer {
  /** Returns a PNG; the same bytes for the same content. Addresses take turns. */
  png(job: SvgJob, address: string): Promise<Buffer>;
  close(): Promise<void>;
}

const MAX_CACHED_BYTES = 16 * 1_024 ** 2;
const MAX_WAITING = 32;
/** A picture takes 0.1 seconds, and much longer on a busy machine. */
const LIMITS: ProcessLimits = { cpuMs: 10_000, wallMs: 20_000, idleMs: 15_000, memoryMib: 64 };

/** Names the fonts of all texts, by a library that reads the environment. No other fonts are used. */
const FONT_CONFIG = fileURLToPath(new URL('fonts/fonts.conf', webFolder));

/** The process starts when it is needed. Rejects with `QueueFullError` when too many pictures wait for it. */
export function openSvgDrawer(): SvgDrawer {
  const process = jobProcess<SvgJob, Uint8Array>(new URL('./svg-child.ts', import.meta.url), LIMITS, {
    FONTCONFIG_FILE: FONT_CONFIG,
  });
  const drawn = lruCache<string, Buffer>(MAX_CACHED_BYTES, { sizeOf: (png) => png.length + 200 });
  const share = sharedWork('pictures', { running: 1, waiting: MAX_WAITING }, drawn);

  async function draw(job: SvgJob): Promise<Buffer> {
    const png = await process.run(job).catch(() => undefined);
    if (!png) throw new UnavailableError('This picture cannot be drawn at the moment');
    return Buffer.from(png);
  }

  return {
    async png(job, address) {
      const digests = [Buffer.from(job.svg), ...job.pictures].map((part) => hash('sha256', part, 'base64url'));
      return share(address, `${digests.join(' ')} ${job.width}`, () => draw(job));
    },
    close: () => process.close(),
  };
}
