// Says on stderr what a command waits for: a response that takes long, and the pause before another attempt.
import { isCatalogError, type Hooks } from '@realm-catalog/client';
import type { Io } from './io.ts';
import type { GlobalOptions } from '../options.ts';
import { printable } from './printable.ts';
import type { Fetch } from '../settings/proxy.ts';

/** A person wonders after some seconds. */
const LONG_MS = 3_000;
const MIN_PAUSE_MS = 1_000;
/** The client's own limit of an attempt. */
const ATTEMPT_MS = 30_000;

/** A bar of progress may be on the line. */
const lineTo =
  ({ stderr }: Io) =>
  (text: string) =>
    void stderr.write(`${stderr.isTTY ? '\r\u001b[2K' : ''}${printable(text)}\n`);

export const isSilent = ({ quiet, json, ndjson }: GlobalOptions) =>
  quiet === true || json !== undefined || ndjson === true;

/** A pause that nobody notices is not said, unless it follows an attempt that took long. */
export function waitHooks(io: Io): Pick<Hooks, 'onRetry'> {
  const line = lineTo(io);
  return {
    onRetry({ error, delayMs }) {
      if (delayMs < MIN_PAUSE_MS && !isCatalogError(error, 'timeout')) return;
      line(`${error.message.replace(/[^.!?]$/, '$&.')} Trying again in ${secondsText(delayMs)}.`);
    },
  };
}

/** `fetch` that says which server it waits for, and for how long at most. An upload has its bar of progress. */
export function withWaitNote(fetch: Fetch, io: Io, { timeoutMs = ATTEMPT_MS }: GlobalOptions): Fetch {
  const line = lineTo(io);
  return async (url, init) => {
    const note = () => line(`Waiting for ${new URL(url).host}, for ${secondsText(timeoutMs)} at most.`);
    const timer = init.body instanceof ReadableStream || timeoutMs <= LONG_MS ? undefined : setTimeout(note, LONG_MS);
    try {
      return await fetch(url, init);
    } finally {
      clearTimeout(timer);
    }
  };
}

const secondsText = (ms: number) => `${ms < 1_000 ? (ms / 1_000).toFixed(1) : Math.ceil(ms / 1_000)} s`;
