// Moves an archive with a progress bar, and ends when nothing of it has moved for as long as `--timeout` says.
import { TimeoutError, type TransferOptions } from '@realm-catalog/client';
import type { CommandContext } from '../context.ts';

/** What the calls of the client take that move an archive. */
type Options = Pick<TransferOptions, 'signal' | 'onProgress' | 'timeout'>;

/**
 * An archive may take as long as it moves, so time counts from the last byte on, over all attempts. Without `--timeout` the client has limits of
 * its own: 30 s without a byte of a download, and 120 s of an upload, for each attempt.
 */
export async function transfer<Result>(
  { options: { timeoutMs }, progress, signal }: CommandContext,
  label: string,
  work: (options: Options) => Promise<Result>,
): Promise<Result> {
  const silence = new AbortController();
  const bar = progress(label);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    if (timeoutMs !== undefined) timer = setTimeout(() => silence.abort(silenceError(timeoutMs)), timeoutMs);
  };
  restart();
  try {
    return await work({
      signal: AbortSignal.any([signal, silence.signal]),
      ...(timeoutMs !== undefined && { timeout: { attempt: Infinity, total: Infinity } }),
      onProgress(state) {
        restart();
        bar.update(state);
      },
    });
  } finally {
    clearTimeout(timer);
    bar.end();
  }
}

const silenceError = (ms: number) =>
  new TimeoutError(`The transfer has stalled: no data for ${ms / 1_000} s (--timeout).`);
