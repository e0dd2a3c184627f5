// What an error of S3 means: that the store is away for a moment, that it refuses the catalog until an operator helps, or neither.
import { ArchivesRefusedError, ArchivesUnavailableError } from './archives.ts';

interface S3Error {
  name?: string;
  /** Of the network: `ECONNREFUSED` and the like. */
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

const KEY = 'S3 refuses the key: check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY';
const RIGHTS = `${KEY}, and that the key may list the bucket, and read, write and delete objects in it`;
const BUCKET = 'the bucket is not there: make it, or correct ARCHIVES_URL';
const REGION = 'the bucket is in another region: correct S3_REGION, and S3_ENDPOINT if it is set';
const CLOCK = 'the clocks of this machine and of S3 differ: set them';
const NO_KEY = 'there is no key for S3: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or let the machine provide one';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#ErrorCodeList */
const refusals: Record<string, string> = {
  InvalidAccessKeyId: KEY,
  SignatureDoesNotMatch: KEY,
  InvalidToken: KEY,
  ExpiredToken: KEY,
  CredentialsProviderError: NO_KEY,
  AccessDenied: RIGHTS,
  AllAccessDisabled: RIGHTS,
  NoSuchBucket: BUCKET,
  PermanentRedirect: REGION,
  AuthorizationHeaderMalformed: REGION,
  RequestTimeTooSkewed: CLOCK,
};

/** An answer to HEAD has no body, and so no name of the error. */
const refusalsByStatus: Record<number, string> = { 301: REGION, 401: KEY, 403: RIGHTS };

/** The store has noticed that the bytes did not arrive as they were sent. */
const DAMAGED_ON_THE_WAY = new Set([
  'XAmzContentSHA256Mismatch',
  'BadDigest',
  'InvalidDigest',
  'IncompleteBody',
  'RequestTimeout',
]);

/** For `catch`: what the store or the way to it is to blame for is said so, any other error stays what it is. */
export function unavailable(error: unknown): never {
  const { name = '', code, $metadata } = error as S3Error;
  const status = $metadata?.httpStatusCode;
  const refusal = refusals[name] ?? (status === undefined ? undefined : refusalsByStatus[status]);
  if (refusal) throw new ArchivesRefusedError(refusal, { cause: error });
  const isAway =
    status === undefined
      ? code !== undefined || name === 'TimeoutError' || name === 'AbortError'
      : status >= 500 || status === 429 || DAMAGED_ON_THE_WAY.has(name);
  if (!isAway) throw error;
  throw new ArchivesUnavailableError('the S3 store cannot be reached, or is not well', { cause: error });
}

/** For `catch`: an object that is not there is nothing. Not so a bucket: without it there is no store. */
export function unlessMissing(error: unknown): undefined {
  const { name } = error as S3Error;
  if (name !== 'NoSuchKey' && name !== 'NotFound') unavailable(error);
  return undefined;
}

/** For `catch` of a HEAD of the bucket itself. */
export function unlessBucketMissing(error: unknown): never {
  if ((error as S3Error).$metadata?.httpStatusCode === 404) throw new ArchivesRefusedError(BUCKET, { cause: error });
  unavailable(error);
}
