// The health of a bucket: probed at the start, and checked at most every half minute afterwards.
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { ArchivesRefusedError, ArchivesUnavailableError, type StoreHealth } from './archives.ts';
import { withTimeout } from '../concurrency/with-timeout.ts';
import type { Bucket } from './s3-bucket.ts';
import type { S3Settings } from './s3-client.ts';
import { throwS3Error } from './s3-errors.ts';

const CHECK_INTERVAL_MS = 30_000;
/** A failing store is checked more often, so that its recovery is noticed soon. */
const FAILING_CHECK_INTERVAL_MS = 5_000;
/** A download waits no longer than this for a check. */
const CHECK_TIMEOUT_MS = 3_000;
/** A start waits no longer than this for all calls of the probe, or longer if one call may take longer. */
const PROBE_TIMEOUT_MS = 10_000;

export function bucketHealth(
  bucket: Bucket,
  { prefix, timeoutMs }: Pick<S3Settings, 'prefix' | 'timeoutMs'>,
  log?: Pick<Logger, 'info' | 'error'>,
): StoreHealth {
  let lastFailure: ArchivesUnavailableError | undefined;
  let checkedAt = 0;
  let running: Promise<void> | undefined;

  /** Logs a failure once when it begins, and once when it ends. */
  function setFailure(failure: ArchivesUnavailableError | undefined): void {
    if (failure && !lastFailure)
      log?.error(`The archive store fails: ${failure.message}. Until it is back, uploads and downloads answer 503.`);
    if (!failure && lastFailure) log?.info('The archive store is back: uploads and downloads go on.');
    lastFailure = failure;
    checkedAt = Date.now();
  }

  const checkNow = () =>
    bucket
      .head(AbortSignal.timeout(timeoutMs ?? CHECK_TIMEOUT_MS))
      .then(
        () => setFailure(undefined),
        (error: unknown) => setFailure(asFailure(error)),
      )
      .finally(() => (running = undefined));

  function refresh(): Promise<void> | undefined {
    const interval = lastFailure ? FAILING_CHECK_INTERVAL_MS : CHECK_INTERVAL_MS;
    const isFresh = Math.abs(Date.now() - checkedAt) < interval;
    if (!isFresh) running ??= checkNow();
    return running;
  }

  return {
    async probe() {
      try {
        const late = new ArchivesUnavailableError('the S3 store does not answer in time');
        await withTimeout(
          Math.max(PROBE_TIMEOUT_MS, timeoutMs ?? 0),
          probeBucket(bucket, `${prefix}probe/${randomUUID()}`),
          late,
        );
        setFailure(undefined);
      } catch (error) {
        const failure = asFailure(error);
        if (failure instanceof ArchivesRefusedError) throw failure;
        setFailure(failure);
      }
    },

    async check() {
      await refresh();
      if (lastFailure) throw lastFailure;
    },

    failure() {
      void refresh();
      return lastFailure;
    },
  };
}

/** Writes, reads, lists and deletes one object. It does not begin with a HEAD, because the response to that would not name its error. */
async function probeBucket(bucket: Bucket, key: string): Promise<void> {
  await bucket.put(key, key).catch(addStep('writing'));
  const object = await bucket.read(key).catch(addStep('reading'));
  const isOfSize = object?.size === key.length;
  if (!isOfSize) object?.stream.destroy();
  const written = isOfSize && (await text(object.stream).catch(throwS3Error));
  if (written !== key) throw new ArchivesRefusedError('S3 does not give back what was just written into the bucket');
  await bucket.list(key).next().catch(addStep('listing'));
  await bucket.remove(key).catch(addStep('deleting'));
  await bucket.head();
}

/** For `catch`: adds the refused step to the message, since each step needs a permission of its own. */
function addStep(step: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ArchivesRefusedError)) throw error;
    throw new ArchivesRefusedError(`${step} failed, since ${error.message}`, { cause: error });
  };
}

function asFailure(error: unknown): ArchivesUnavailableError {
  if (error instanceof ArchivesUnavailableError) return error;
  return new ArchivesUnavailableError('the S3 store answers in a way that is not understood', { cause: error });
}
