// Progress of a transfer: a bar with speed and time left on a terminal, one line for each phase elsewhere.
import type { Io } from './io.ts';
import type { GlobalOptions } from '../options.ts';
import { printableLine } from './printable.ts';
import { fit } from './width.ts';

export interface Progress {
  /** How many bytes there are by now, and in all, where that is known. */
  update(state: { transferred: number; total?: number | undefined }): void;
  /** Takes the bar away. */
  end(): void;
}

const BAR = 24;
const REDRAW_MS = 100;
const DEFAULT_COLUMNS = 80;

export function createProgress({ stderr }: Io, options: GlobalOptions, label: string): Progress {
  if (options.quiet || options.json || options.ndjson) return { update: () => undefined, end: () => undefined };
  const shownLabel = printableLine(label); // it may have a version that the catalog names
  if (stderr.isTTY) return drawnProgress(stderr, shownLabel);
  stderr.write(`${shownLabel}\n`);
  return { update: () => undefined, end: () => undefined };
}

/** Drawn again and again, so that a transfer that stands still is seen to. */
function drawnProgress(stderr: Io['stderr'], label: string): Progress {
  const startedAt = performance.now();
  let state: Parameters<Progress['update']>[0] | undefined;
  const draw = () => {
    if (!state) return;
    const text = progressText(label, state.transferred, state.total, (performance.now() - startedAt) / 1_000);
    stderr.write(`\r\u001b[2K${fit(text, (stderr.columns ?? DEFAULT_COLUMNS) - 1)}`);
  };
  const timer = setInterval(draw, REDRAW_MS).unref();
  return {
    update(next) {
      const isFirst = !state;
      state = next;
      if (isFirst) draw();
    },
    end() {
      clearInterval(timer);
      stderr.write('\r\u001b[2K');
    },
  };
}

function progressText(label: string, transferred: number, total: number | undefined, seconds: number): string {
  const speed = seconds > 0 ? transferred / seconds : 0;
  if (!total) return `${label} ${sizeText(transferred)} ${sizeText(speed)}/s`;
  const share = Math.min(1, transferred / total);
  const full = Math.round(share * BAR);
  const left = speed > 0 ? ` ${Math.ceil((total - transferred) / speed)} s left` : '';
  const bar = '█'.repeat(full) + '░'.repeat(BAR - full);
  return `${label} ${bar} ${Math.floor(share * 100)}% of ${sizeText(total)} ${sizeText(speed)}/s${left}`;
}

/** Bytes for a person, in powers of 1,024, as limits are. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  const power = bytes < 1_024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1_024 ** power;
  return `${power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
