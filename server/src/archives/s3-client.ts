// Makes the client of an S3 store, with its limits of time and of what it reads into memory.
import { addAbortSignal, type Readable } from 'node:stream';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { readAnswer } from '../http/outgoing.ts';
import { ArchivesUnavailableError } from './archives.ts';

export interface S3Settings {
  bucket: string;
  /** Begins every key in the bucket; it ends with a slash or is empty. */
  prefix: string;
  /** The address of the store for the catalog. Empty: that of AWS. */
  endpoint: string;
  /** The address of the store for clients. Empty: that of AWS. */
  publicEndpoint: string;
  region: string;
  /** Empty: the machine provides the key. */
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether download links lead to the store, or through the catalog. */
  links: 'direct' | 'through';
  /** How long the store may take to connect and to answer, in place of the limits below. */
  timeoutMs?: number | undefined;
}

/** With three attempts, a call to a store that is unavailable fails within half a minute. */
const RESPONSE_TIMEOUT_MS = 8_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** The longest silence within an archive. It is longer than clients may stall, because a client that stops reading silences the store's stream too. */
const IDLE_TIMEOUT_MS = 90_000;
/** Every archive that is streamed to a client occupies a connection. */
const MAX_CONNECTIONS = 500;
/** Everything but archives and what was made of them: errors, and a page of a list (`MAX_PAGE_KEYS` in `s3-bucket.ts`). */
const MAX_ANSWER_BYTES = 512 * 1_024;

export async function s3Client(
  { region, accessKeyId, secretAccessKey, timeoutMs }: S3Settings,
  endpoint: string,
): Promise<S3Client> {
  const s3 = await import('@aws-sdk/client-s3');
  const config: S3ClientConfig = {
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(accessKeyId && { credentials: { accessKeyId, secretAccessKey } }),
    // Stores other than that of AWS do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    streamCollector: (body: Readable) => readWhole(body, timeoutMs ?? RESPONSE_TIMEOUT_MS),
    expectContinueHeader: false, // it would take a new connection for each archive
    maxAttempts: 3,
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} }, // errors are thrown
    requestHandler: {
      connectionTimeout: timeoutMs ?? CONNECT_TIMEOUT_MS,
      requestTimeout: timeoutMs ?? RESPONSE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_TIMEOUT_MS,
      httpAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
    },
  };
  return new s3.S3Client(config);
}

/** The SDK limits neither the bytes of an answer nor the time that they take, once its head is here. */
async function readWhole(body: Readable, limitMs: number): Promise<Uint8Array> {
  try {
    return await readAnswer(addAbortSignal(AbortSignal.timeout(limitMs), body), MAX_ANSWER_BYTES);
  } catch (cause) {
    throw new ArchivesUnavailableError('the S3 store answers too much, or not to the end', { cause });
  }
}

/** How long an upload of so many bytes may take: the slowest rate is 256 KB a second. */
export function uploadTimeoutMs(bytes: number, { timeoutMs }: S3Settings): number {
  return (timeoutMs ?? RESPONSE_TIMEOUT_MS) + Math.ceil(bytes / 256);
}

/** How long so many bytes may take to come. Clients that read an archive through the catalog draw it out, so this rate is low: 16 KB a second. */
export function streamTimeoutMs(bytes: number): number {
  return IDLE_TIMEOUT_MS + Math.ceil(bytes / 16);
}
