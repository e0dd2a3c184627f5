// A real S3 server for tests, which verifies signatures: one that is given, or the registry's in a process of its own.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertIsNeeded } from '../node-alone.ts';

export interface S3Server extends AsyncDisposable {
  readonly url: string;
  /** By which other processes find it (`TEST_S3_URL`): with its key and its bucket. */
  readonly testUrl: string;
  /** The settings of a catalog that keeps its archives here, in a folder that no other has. */
  readonly env: Record<string, string>;
  /** A folder in the bucket that no other catalog has. */
  archivesUrl(): string;
  stop(): Promise<void>;
}

const BUCKET = 'archives';
/** The one account that the server knows. */
const KEY = 'S3RVER';

/** `TEST_S3_URL` is such as http://KEY:SECRET@127.0.0.1:9000/bucket, of a bucket that is there and private. */
export async function startS3(): Promise<S3Server> {
  assertIsNeeded('S3');
  const given = process.env['TEST_S3_URL'];
  const own = given ? undefined : await ownServer();
  const testUrl = given ?? `http://${KEY}:${KEY}@${own?.host}/${BUCKET}`;
  const { origin, pathname, username, password } = new URL(testUrl);
  const archivesUrl = () => `s3://${pathname.slice(1)}/${randomUUID()}`;
  const stop = async () => own?.stop();
  return {
    url: origin,
    testUrl,
    get env() {
      return {
        ARCHIVES_URL: archivesUrl(),
        S3_ENDPOINT: origin,
        S3_REGION: 'us-east-1',
        S3_ACCESS_KEY_ID: decodeURIComponent(username),
        S3_SECRET_ACCESS_KEY: decodeURIComponent(password),
      };
    },
    archivesUrl,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function ownServer(): Promise<{ host: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'realm-s3-'));
  const child = fork(import.meta.filename, [folder], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--openssl-legacy-provider'], // what it says of the next page of a list, it encrypts with DES
  });
  const ended = once(child, 'exit');
  const port = await Promise.race([
    once(child, 'message').then(([message]) => message as number),
    ended.then(() => Promise.reject(new Error('the S3 server did not start'))),
  ]);
  // Only now: a test that forgets to stop it ends all the same, and the server with it.
  child.unref();
  child.channel?.unref();
  return {
    host: `127.0.0.1:${port}`,
    async stop() {
      child.ref();
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What runs in the process of the server. Where it is not as S3 is, it is made so. */
async function serve(folder: string): Promise<void> {
  process.once('disconnect', () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit();
  });
  const [directory, parts] = [join(folder, 'objects'), join(folder, 'parts')];
  for (const one of [directory, parts]) mkdirSync(one);

  const require = createRequire(import.meta.url);
  const S3rver = require('@20minutes/s3rver');
  signaturesOfSdk(require('@20minutes/s3rver/lib/signature/v4'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  });

  // A bucket is private.
  server.middleware.unshift(async (context: any, next: () => Promise<void>) => {
    if (context.headers.authorization || context.query['X-Amz-Signature']) await next();
    else context.status = 403;
  });

  // An object is there whole or not at all.
  const { store } = server;
  const putContent = store.putContent.bind(store);
  store.putContent = async (path: string, content: unknown) => {
    const part = join(parts, randomUUID());
    const put = await putContent(part, content);
    renameSync(part, path);
    return put;
  };

  // A range that ends with the first byte has an end.
  const getObject = store.getObject.bind(store);
  store.getObject = (bucket: string, key: string, range?: { end?: number }) =>
    getObject(bucket, key, range?.end === 0 ? { ...range, end: Object(0) } : range);

  const { port } = (await server.run()) as AddressInfo;
  process.send?.(port);
}

/** What is signed has a slash after the bucket, and a query that is escaped by RFC 3986; the server forgets both. */
function signaturesOfSdk(v4: { getStringToSign: (request: any, signature: unknown) => string }): void {
  const { getStringToSign } = v4;
  v4.getStringToSign = (request, signature) => {
    const uri = /^\/[^/]+$/.test(request.uri) ? `${request.uri}/` : request.uri;
    const querystring = request.querystring.replaceAll(/[!'()*]/g, percent);
    return getStringToSign({ ...request, uri, querystring }, signature);
  };
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

if (import.meta.main) await serve(process.argv[2] ?? '');
