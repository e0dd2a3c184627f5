// How a bucket is: tried out at the start, and asked again at most every half minute afterwards.
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { ArchivesRefusedError, ArchivesUnavailableError, type StoreHealth } from './archives.ts';
import type { Bucket } from './s3-bucket.ts';
import { unavailable } from './s3-errors.ts';

const ASK_EVERY_MS = 30_000;
/** While it fails: whoever waits for it to be back shall not wait half a minute longer. */
const ASK_FAILING_EVERY_MS = 5_000;
/** A download waits no longer than this for what the store says. */
const ANSWER_WITHIN_MS = 3_000;
/** A start waits no longer than this. */
const PROBE_WITHIN_MS = 10_000;

export function bucketHealth(bucket: Bucket, prefix: string, log?: Pick<Logger, 'info' | 'error'>): StoreHealth {
  let failed: ArchivesUnavailableError | undefined;
  let askedAt = 0;
  let asking: Promise<void> | undefined;

  /** Said once when it begins, and once when it ends. */
  function note(failure: ArchivesUnavailableError | undefined): void {
    if (failure && !failed)
      log?.error(`The archive store fails: ${failure.message}. Until it is back, uploads and downloads answer 503.`);
    if (!failure && failed) log?.info('The archive store is back: uploads and downloads go on.');
    failed = failure;
    askedAt = Date.now();
  }

  const ask = () =>
    bucket
      .head(AbortSignal.timeout(ANSWER_WITHIN_MS))
      .then(
        () => note(undefined),
        (error: unknown) => note(asFailure(error)),
      )
      .finally(() => (asking = undefined));

  function refresh(): Promise<void> | undefined {
    const isFresh = Math.abs(Date.now() - askedAt) < (failed ? ASK_FAILING_EVERY_MS : ASK_EVERY_MS);
    if (!isFresh) asking ??= ask();
    return asking;
  }

  return {
    async probe() {
      try {
        await within(PROBE_WITHIN_MS, tryOut(bucket, `${prefix}probe/${randomUUID()}`));
        note(undefined);
      } catch (error) {
        const failure = asFailure(error);
        if (failure instanceof ArchivesRefusedError) throw failure;
        note(failure);
      }
    },

    async check() {
      await refresh();
      if (failed) throw failed;
    },

    failure() {
      void refresh();
      return failed;
    },
  };
}

/** Does what the catalog does with archives, with an object that is gone afterwards. Writing is first: a HEAD would not name its error. */
async function tryOut(bucket: Bucket, key: string): Promise<void> {
  await bucket.put(key, key).catch(inStep('writing'));
  const object = await bucket.read(key).catch(inStep('reading'));
  const written = object && (await text(object.stream).catch(unavailable));
  if (written !== key) throw new ArchivesRefusedError('S3 does not give back what was just written into the bucket');
  await bucket.list(key).next().catch(inStep('listing'));
  await bucket.remove(key).catch(inStep('deleting'));
  await bucket.head();
}

/** For `catch`: names what was refused, since each needs a right of its own. */
function inStep(step: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ArchivesRefusedError)) throw error;
    throw new ArchivesRefusedError(`${step} failed, since ${error.message}`, { cause: error });
  };
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ArchivesUnavailableError('the S3 store does not answer in time')), ms);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function asFailure(error: unknown): ArchivesUnavailableError {
  if (error instanceof ArchivesUnavailableError) return error;
  return new ArchivesUnavailableError('the S3 store answers in a way that is not understood', { cause: error });
}
