// Every setting of the catalog. Nothing else reads the environment.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { hostName } from '../http/host.ts';
import { findMisspelt } from './misspelt.ts';
import {
  hostAddress,
  httpUrl,
  mailAddress,
  networks,
  ofFile,
  oneOf,
  redisUrl,
  secret,
  siteColor,
  siteLogo,
  siteName,
  storeTimeout,
  token,
  urlOf,
  wildcardUrl,
  wholeNumber,
  withoutLastSlashes,
} from './parsers.ts';

export const { version } = manifest;

/** Something that the operator must know or change, at the start or in a command. It is printed as one line, without a stack. */
export class OperatorError extends Error {}

interface Setting<Value> {
  /** One sentence for docs/self-hosting.md and .env.example, which `npm run docs` writes. */
  about: string;
  /** The text, as it would be in the environment. */
  default: string;
  read: (text: string) => Value;
}

const setting = <Value>(fallback: string, about: string, read: (text: string) => Value): Setting<Value> => ({
  about,
  default: fallback,
  read,
});

const MAX_BYTES = Number.MAX_SAFE_INTEGER;
const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

export const settings = {
  HOST: setting('127.0.0.1', 'The address to listen on; 0.0.0.0 for every interface.', hostAddress),
  PORT: setting('3000', 'The port to listen on.', wholeNumber(1, 65_535)),
  PUBLIC_URL: setting('', 'The URL that clients use, without /v1; empty: http://HOST:PORT.', httpUrl),
  STAGING_URL: setting(
    '',
    'The URL of the staging environment, if there is one. The OpenAPI document names it.',
    httpUrl,
  ),
  DATA_DIR: setting('./data', 'The folder that holds the database and the archives.', (text) => resolve(text)),
  WORKERS: setting('1', 'How many processes share the port. More than one needs DATABASE_URL.', wholeNumber(1, 128)),
  DATABASE_URL: setting(
    '',
    'A PostgreSQL database, postgres://user:password@host/name; empty: SQLite in DATA_DIR.',
    urlOf('postgres:', 'postgresql:'),
  ),
  DATABASE_REPLICA_URL: setting(
    '',
    'A read replica of that database, for reads that may be a second old.',
    urlOf('postgres:', 'postgresql:'),
  ),
  DATABASE_POOL: setting('10', 'The maximum number of database connections per process.', wholeNumber(2, 1_000)),
  DATABASE_POOLER: setting(
    'none',
    'The pool_mode of the PgBouncer (or another pooler) in DATABASE_URL: none (no pooler), session or transaction.',
    oneOf(['none', 'session', 'transaction']),
  ),
  STALE_READS_SECONDS: setting(
    '60',
    'How many seconds the catalog shows realms from memory, to callers without a credential, while the database is unavailable; ' +
      '0: none.',
    wholeNumber(0, 3_600),
  ),
  REDIS_URL: setting(
    '',
    'A Redis (7 or newer) or Valkey server that counts rate limits for all processes; empty: each process counts its own.',
    redisUrl,
  ),
  STORE_TIMEOUT_SECONDS: setting(
    '',
    'How many seconds PostgreSQL, S3 and Redis may take to connect and to answer before they count as unavailable; empty: 2 and ' +
      '7.5 for PostgreSQL, 3 and 8 for S3, 1 and 0.25 for Redis.',
    storeTimeout,
  ),
  ARCHIVES_URL: setting(
    '',
    'The bucket for the archives, with a folder in it if you like: s3://bucket/folder; empty: files in DATA_DIR.',
    urlOf('s3:'),
  ),
  S3_ENDPOINT: setting('', 'The URL of the S3 store for the catalog; empty: the URL of AWS.', httpUrl),
  S3_PUBLIC_ENDPOINT: setting('', 'The URL of the S3 store for clients; empty: S3_ENDPOINT.', httpUrl),
  S3_REGION: setting('us-east-1', 'The region for signed requests to S3.', (text) => text),
  S3_ACCESS_KEY_ID: setting('', 'The name of the key for S3; empty: the credentials of the machine.', (text) => text),
  S3_SECRET_ACCESS_KEY: setting('', 'The key for S3.', (text) => text),
  S3_LINKS: setting(
    'direct',
    'Where clients download archives in S3: direct (from the store) or through (the catalog).',
    oneOf(['direct', 'through']),
  ),
  SECRET_KEY: setting(
    '',
    'At least 32 characters that encrypt the signing keys in the database; empty: the catalog creates DATA_DIR/secret.key.',
    secret,
  ),
  TRUST_PROXY: setting(
    '',
    'The proxies whose X-Forwarded-For is trusted: addresses and networks, separated by commas; empty: none.',
    networks,
  ),
  RATE_LIMIT_FREE: setting('100', 'Requests per hour for an IP address, without a credential.', wholeNumber(1, 1e9)),
  RATE_LIMIT_AUTHENTICATED: setting('1000', 'Requests per hour for a free account.', wholeNumber(1, 1e9)),
  RATE_LIMIT_PREMIUM: setting('5000', 'Requests per hour for a premium account.', wholeNumber(1, 1e9)),
  RATE_LIMIT_ADDRESS: setting(
    '50000',
    'Authenticated requests per hour for an IP address, over all accounts.',
    wholeNumber(1, 1e9),
  ),
  RATE_LIMIT_REGISTRATIONS: setting('5', 'Accounts per hour that an IP address may create.', wholeNumber(1, 1e9)),
  RATE_LIMIT_PAGES: setting('3000', 'Web pages per hour for an IP address.', wholeNumber(1, 1e9)),
  RATE_LIMIT_PAGE_DOWNLOADS: setting(
    '300',
    'Downloads per hour with the button on web pages, for an IP address or a signed-in account.',
    wholeNumber(1, 1e9),
  ),
  RATE_LIMIT_PREVIEWS: setting('20000', 'Files of previews per hour for an IP address.', wholeNumber(1, 1e9)),
  QUOTA_BYTES_FREE: setting(
    '1073741824',
    'Bytes of archives that a free account may store.',
    wholeNumber(0, MAX_BYTES),
  ),
  QUOTA_BYTES_PREMIUM: setting(
    '53687091200',
    'Bytes of archives that a premium account may store.',
    wholeNumber(0, MAX_BYTES),
  ),
  QUOTA_REALMS_FREE: setting('500', 'Realms that a free account may own.', wholeNumber(0, 1e9)),
  QUOTA_REALMS_PREMIUM: setting('5000', 'Realms that a premium account may own.', wholeNumber(0, 1e9)),
  UPLOADS_AT_ONCE: setting(
    '8',
    'Uploads that an account may have in progress in one process. Further ones are a 429.',
    wholeNumber(1, 1_000),
  ),
  MIN_FREE_DISK: setting(
    '1073741824',
    'Bytes that must stay free on the disk for uploads. With less, uploads are a 503.',
    wholeNumber(0, MAX_BYTES),
  ),
  CDN_SECONDS: setting(
    '0',
    'How many seconds a CDN may answer public reads itself (s-maxage); 0: it asks the catalog each time. A realm that becomes ' +
      'private stays in the CDN for as long.',
    wholeNumber(0, 86_400),
  ),
  PREVIEWS: setting('on', 'Whether live previews of realms are served: on or off.', oneOf(['on', 'off'])),
  PREVIEW_URL: setting(
    '',
    'A host for the preview of each realm, https://*.preview.example; empty: previews are below PUBLIC_URL and cannot use browser ' +
      'storage.',
    wildcardUrl,
  ),
  REGISTRATION: setting(
    'open',
    'Who may create an account: open (everyone), closed (only the operator, and OIDC_ISSUER at the first sign-in) or invited ' +
      '(people with a link from admin users invite).',
    oneOf(['open', 'closed', 'invited']),
  ),
  OIDC_ISSUER: setting(
    '',
    'An OpenID Connect provider that people can sign in with on web pages, such as https://login.example.com; empty: none.',
    httpUrl,
  ),
  OIDC_CLIENT_ID: setting(
    '',
    'The client id of the catalog at that provider. Required with OIDC_ISSUER.',
    (text) => text,
  ),
  OIDC_CLIENT_SECRET: setting(
    '',
    'The client secret of the catalog at that provider. Required with OIDC_ISSUER.',
    (text) => text,
  ),
  OIDC_NAME: setting('', 'The name of the provider on web pages; empty: its host.', siteName),
  SMTP_URL: setting(
    '',
    'The mail server, smtp://user:password@host:587 or smtps://…; empty: the catalog sends no mail.',
    urlOf('smtp:', 'smtps:'),
  ),
  MAIL_FROM: setting(
    '',
    'The sender of mails, such as Catalog <catalog@example.com>. Required with SMTP_URL.',
    mailAddress,
  ),
  SITE_NAME: setting('Realm Catalog', 'The name of this catalog on its web pages; at most 40 characters.', siteName),
  SITE_COLOR: setting('', 'The accent colour of the web pages, as #rrggbb; empty: blue.', siteColor),
  SITE_LOGO: setting(
    '',
    'A file with the logo for web pages: svg or png, at most 64 KiB; empty: the default emblem.',
    siteLogo,
  ),
  METRICS_TOKEN: setting(
    '',
    'The token of /metrics, at least 16 characters, sent as Authorization: Bearer; empty: there is no /metrics.',
    token,
  ),
  LOG_LEVEL: setting('info', `How much to log: ${logLevels.join(', ')}.`, oneOf(logLevels)),
} satisfies Record<string, Setting<unknown>>;

type Settings = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['read']> };

export type Config = ReturnType<typeof readConfig>;

/** The environment, which overrides the file .env. */
export function environment(): Record<string, string | undefined> {
  return { ...dotEnv(), ...process.env };
}

/** A value that a command needs once and that is no setting of the server: NAME, or the content of the file NAME_FILE. */
export function oneTimeSetting(name: string, env = environment()): string {
  return env[name] || readSecretFile(env[`${name}_FILE`] ?? '', `${name}_FILE`);
}

/** The content of a file that an option or a setting names; empty for an empty path. */
export function readSecretFile(path: string, option: string): string {
  try {
    return path === '' ? '' : ofFile(path, (file) => readFileSync(file, 'utf8')).trim();
  } catch (error) {
    throw new OperatorError(`${option} ${(error as Error).message}.`);
  }
}

function readSettings(env: Record<string, string | undefined>): Settings {
  const values: Record<string, unknown> = {};
  for (const [name, { default: fallback, read }] of Object.entries<Setting<unknown>>(settings)) {
    try {
      values[name] = read(env[name] || readSecretFile(env[`${name}_FILE`] ?? '', `${name}_FILE`) || fallback);
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      throw new OperatorError(`${name} ${(error as Error).message}.`);
    }
  }
  return values as Settings;
}

/** Each setting may be right alone and wrong beside another. */
function checkTogether(read: Settings, publicUrl: string): void {
  if (read.PREVIEW_URL && siteOf(read.PREVIEW_URL.replace('*.', '')) === siteOf(publicUrl))
    throw new OperatorError(
      'PREVIEW_URL must be of another site than PUBLIC_URL: their last two labels must differ, else previews could set cookies for the catalog.',
    );
  const oidc = [read.OIDC_ISSUER, read.OIDC_CLIENT_ID, read.OIDC_CLIENT_SECRET];
  if (oidc.some((text) => text === '') && oidc.some((text) => text !== ''))
    throw new OperatorError('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all, or none.');
  if ((read.SMTP_URL === '') !== (read.MAIL_FROM === ''))
    throw new OperatorError('SMTP_URL and MAIL_FROM belong together: set both, or neither.');
}

function checkNames(env: Record<string, string | undefined>): void {
  const misspelt = findMisspelt(env, Object.keys(settings));
  if (!misspelt) return;
  const { name, like } = misspelt;
  const hint = like === undefined ? 'docs/self-hosting.md lists all settings.' : `Did you mean ${like}?`;
  throw new OperatorError(`${name} is not a setting. ${hint}`);
}

export function readConfig(env = environment()) {
  checkNames(env);
  const read = readSettings(env);
  const publicUrl = read.PUBLIC_URL || `http://${urlHost(read.HOST)}:${read.PORT}`;
  checkTogether(read, publicUrl);
  return {
    host: read.HOST,
    port: read.PORT,
    publicUrl,
    /** The path of the public address, without a slash at its end. */
    basePath: new URL(publicUrl).pathname.replace(/\/$/, ''),
    stagingUrl: read.STAGING_URL,
    dataDir: read.DATA_DIR,
    workers: read.WORKERS,
    staleReadsSeconds: read.STALE_READS_SECONDS,
    database: {
      url: read.DATABASE_URL,
      replicaUrl: read.DATABASE_REPLICA_URL,
      pool: read.DATABASE_POOL,
      pooler: read.DATABASE_POOLER,
    },
    redisUrl: read.REDIS_URL,
    /** Undefined: what suits each store. */
    storeTimeoutMs: read.STORE_TIMEOUT_SECONDS,
    s3: read.ARCHIVES_URL === '' ? undefined : s3Of(read),
    secretKey: read.SECRET_KEY,
    trustProxy: read.TRUST_PROXY,
    rateLimits: {
      free: read.RATE_LIMIT_FREE,
      authenticated: read.RATE_LIMIT_AUTHENTICATED,
      premium: read.RATE_LIMIT_PREMIUM,
      address: read.RATE_LIMIT_ADDRESS,
      registrations: read.RATE_LIMIT_REGISTRATIONS,
      pages: read.RATE_LIMIT_PAGES,
      pageDownloads: read.RATE_LIMIT_PAGE_DOWNLOADS,
      previews: read.RATE_LIMIT_PREVIEWS,
    },
    quotas: {
      bytes: { free: read.QUOTA_BYTES_FREE, premium: read.QUOTA_BYTES_PREMIUM },
      realms: { free: read.QUOTA_REALMS_FREE, premium: read.QUOTA_REALMS_PREMIUM },
    },
    /** Undefined where they are turned off. */
    previews: read.PREVIEWS === 'on' ? { publicUrl, previewUrl: read.PREVIEW_URL } : undefined,
    registration: read.REGISTRATION,
    /** Undefined where people cannot sign in with another provider. */
    identityProvider:
      read.OIDC_ISSUER === ''
        ? undefined
        : {
            issuer: read.OIDC_ISSUER,
            clientId: read.OIDC_CLIENT_ID,
            clientSecret: read.OIDC_CLIENT_SECRET,
            name: read.OIDC_NAME || new URL(read.OIDC_ISSUER).host,
          },
    /** Undefined where no mail is sent. */
    mail: read.SMTP_URL === '' ? undefined : { smtpUrl: read.SMTP_URL, from: read.MAIL_FROM },
    uploadsAtOnce: read.UPLOADS_AT_ONCE,
    minFreeDisk: read.MIN_FREE_DISK,
    cdnSeconds: read.CDN_SECONDS,
    site: { name: read.SITE_NAME, color: read.SITE_COLOR, logo: read.SITE_LOGO },
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL,
  };
}

export type S3Config = ReturnType<typeof s3Of>;

function s3Of(read: Settings) {
  const { host, pathname } = new URL(read.ARCHIVES_URL);
  return {
    bucket: host,
    /** Ends with a slash, or is empty. */
    prefix: withoutLastSlashes(pathname.replace(/^\/+/, '')).replace(/.$/, '$&/'),
    endpoint: read.S3_ENDPOINT,
    publicEndpoint: read.S3_PUBLIC_ENDPOINT || read.S3_ENDPOINT,
    region: read.S3_REGION,
    accessKeyId: read.S3_ACCESS_KEY_ID,
    secretAccessKey: read.S3_SECRET_ACCESS_KEY,
    links: read.S3_LINKS,
    timeoutMs: read.STORE_TIMEOUT_SECONDS,
  };
}

/** The last two labels of the host of an address. */
function siteOf(address: string): string {
  return hostName(new URL(address).hostname).split('.').slice(-2).join('.');
}

/** The file .env in the working directory, if there is one. */
function dotEnv(): Record<string, string | undefined> {
  return existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
}

/** The host in a URL: an IPv6 address in brackets, and a wildcard as localhost. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
