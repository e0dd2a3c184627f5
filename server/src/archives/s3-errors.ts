// Translates the errors of S3: the store is unavailable for a moment, or it refuses the catalog until an operator helps.
import { ArchivesRefusedError, ArchivesUnavailableError } from './archives.ts';

interface S3Error {
  name?: string;
  /** The code of a network error, such as `ECONNREFUSED`. */
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

/** The response to a HEAD has no body, and so no error name. */
const refusalsByStatus: Record<number, string> = { 301: REGION, 401: KEY, 403: RIGHTS };

/** The bytes did not arrive as they were sent. */
const TRANSFER_ERRORS = new Set([
  'XAmzContentSHA256Mismatch',
  'BadDigest',
  'InvalidDigest',
  'IncompleteBody',
  'RequestTimeout',
]);

/** For `catch`: throws `toStoreError`. */
export function throwS3Error(error: unknown): never {
  throw toStoreError(error);
}

/** An error of the store or the network as an error of `archives.ts`, and any other error as it is. */
export function toStoreError(error: unknown): unknown {
  if (error instanceof ArchivesUnavailableError) return error;
  const { name = '', code, $metadata } = error as S3Error;
  const status = $metadata?.httpStatusCode;
  const refusal = refusals[name] ?? (status === undefined ? undefined : refusalsByStatus[status]);
  if (refusal) return new ArchivesRefusedError(refusal, { cause: error });
  const isUnavailable =
    status === undefined
      ? code !== undefined || name === 'TimeoutError' || name === 'AbortError'
      : status >= 500 || status === 429 || TRANSFER_ERRORS.has(name);
  if (!isUnavailable) return error;
  return new ArchivesUnavailableError('the S3 store cannot be reached, or is not well', { cause: error });
}

/** For `catch`: a missing object becomes undefined. A missing bucket stays an error, since without it there is no store. */
export function ignoreMissing(error: unknown): undefined {
  const { name } = error as S3Error;
  if (name !== 'NoSuchKey' && name !== 'NotFound') throwS3Error(error);
  return undefined;
}

export function isBehindEnd(error: unknown): boolean {
  return (error as S3Error).name === 'InvalidRange';
}

/** For `catch` of a HEAD of the bucket itself, where 404 means that the bucket is missing. */
export function throwBucketError(error: unknown): never {
  if ((error as S3Error).$metadata?.httpStatusCode === 404) throw new ArchivesRefusedError(BUCKET, { cause: error });
  throwS3Error(error);
}
