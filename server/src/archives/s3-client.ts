// The connection to an S3 store: how it is made, and how long it may take.
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';

export interface S3Settings {
  bucket: string;
  /** Before every name in the bucket: with a slash at its end, or nothing. */
  prefix: string;
  /** As the catalog reaches the store, and as clients do; empty: that of AWS. */
  endpoint: string;
  publicEndpoint: string;
  region: string;
  /** Empty: as the machine provides it. */
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether links lead to the store, or through the catalog. */
  links: 'direct' | 'through';
}

/** An answer must begin within this time; a store that is away has failed three times within half a minute. */
const ANSWER_WITHIN = 8_000;
const CONNECT_WITHIN = 3_000;
/** In the midst of an archive; longer than clients may stall, or their silence would look like the store's. */
const SILENT_FOR = 90_000;
/** A stream that is sent on to a client holds its connection. */
const CONNECTIONS = 500;

export async function s3Client(
  { region, accessKeyId, secretAccessKey }: S3Settings,
  endpoint: string,
): Promise<S3Client> {
  const s3 = await import('@aws-sdk/client-s3');
  const config: S3ClientConfig = {
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && { credentials: { accessKeyId, secretAccessKey } }),
    // Other stores than that of AWS do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false, // which takes a new connection for each archive
    maxAttempts: 3,
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} }, // what matters is thrown
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN,
      requestTimeout: ANSWER_WITHIN,
      throwOnRequestTimeout: true,
      socketTimeout: SILENT_FOR,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS },
    },
  };
  return new s3.S3Client(config);
}

/** How long it may take to send so many bytes: at the least, 256 KiB a second. */
export function sendWithin(bytes: number): number {
  return ANSWER_WITHIN + Math.ceil(bytes / 256);
}
