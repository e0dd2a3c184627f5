// Opens all services from the configuration, and closes them in reverse.
import type { Logger } from 'pino';
import { passwords, type Passwords } from './accounts/sign-in/passwords.ts';
import { openWebSessions, type WebSessions } from './accounts/sign-in/web-sessions.ts';
import { holdingDerivedFiles } from './archives/held-files.ts';
import { verifiedArchives, type VerifiedArchives } from './archives/verified.ts';
import { closeHours } from './audit/failed-logins.ts';
import { openSealing } from './audit/seal.ts';
import { openCatalog, type Catalog } from './catalog/catalog.ts';
import type { Config } from './config/config.ts';
import { openAuthenticator, type Authenticator } from './credentials/authenticator.ts';
import { jwtTokens, type Tokens } from './credentials/jwt.ts';
import type { Keyring } from './credentials/keyring.ts';
import type { Database } from './db/database.ts';
import { counter, type Counter } from './downloads/counter.ts';
import { openScoring } from './downloads/scoring.ts';
import { archiveFiles, type ArchiveFiles } from './files/archive-files.ts';
import { inspector, type Inspector } from './inspection/inspect.ts';
import { openJob, type Job } from './concurrency/jobs.ts';
import { limiter, type Limiter } from './limits/limiter.ts';
import { memoryWindowCounter, processWindowCounter } from './limits/memory-window-counter.ts';
import { redisWindowCounter } from './limits/redis-window-counter.ts';
import type { WindowCounter } from './limits/window-counter.ts';
import { namedWindows, type Windows } from './limits/windows.ts';
import { openMail, type Mail } from './mail/mail.ts';
import { lookUpArchives, type ArchiveLookup } from './ops/archive-lookup.ts';
import { openJobRecord } from './ops/job-record.ts';
import type { Metrics } from './ops/metrics.ts';
import { openPictureJob } from './pictures/fill-job.ts';
import { openResizer, type PictureResizer } from './pictures/resizer.ts';
import { storedPictures, type StoredPictures } from './pictures/stored-pictures.ts';
import { openFilesDigestJob } from './publishing/files-digest-job.ts';
import type { PictureAddressing } from './realms/shown-pictures.ts';
import { openSvgDrawer, type SvgDrawer } from './rendering/draw-svg.ts';
import { openRenderer, type Renderer } from './rendering/renderer.ts';
import { openKeys } from './secret-key.ts';
import { archivesName, openArchives, openReplica, openDatabase, probeArchives } from './store.ts';

export interface Services {
  config: Config;
  db: Database;
  /** Undefined without DATABASE_REPLICA_URL. */
  replica: Database | undefined;
  keyring: Keyring;
  tokens: Tokens;
  authenticator: Authenticator;
  passwords: Passwords;
  webSessions: WebSessions;
  windowCounter: WindowCounter;
  limiter: Limiter;
  windows: Windows;
  archives: VerifiedArchives;
  archiveLookup: ArchiveLookup;
  inspect: Inspector;
  files: ArchiveFiles;
  renderer: Renderer;
  svgDrawer: SvgDrawer;
  /** The pictures of versions, and how they are addressed. */
  resizer: PictureResizer;
  realmPictures: StoredPictures;
  addressing: PictureAddressing;
  pictureJob: Job;
  filesDigestJob: Job;
  catalog: Catalog;
  downloadCounter: Counter;
  scoring: Job;
  /** Undefined without SMTP_URL. */
  mail: Mail | undefined;
  /** Undefined without METRICS_TOKEN. */
  metrics: Metrics | undefined;
  close(): Promise<void>;
}

/** Puts a service among those that are closed in the end, in reverse. */
type Opened = <Thing extends { close(): Promise<void> }>(thing: Thing) => Thing;

export async function openServices(config: Config, log?: Logger): Promise<Services> {
  // If a step fails, the services that are open already are closed again.
  await using opening = new AsyncDisposableStack();
  const opened: Opened = (thing) => opening.adopt(thing, () => thing.close());
  const metrics = config.metricsToken === '' ? undefined : opened((await import('./ops/metrics.ts')).openMetrics());
  const { database, ...stores } = await openStores(config, opened, log);
  const limits = await openLimits(config, database, opened, log);
  const archives = await openArchiveServices(config, database, log);
  const drawing = openDrawing(archives, opened);
  const jobs = openJobs({ ...stores, ...limits, ...archives, ...drawing, database }, opened, log);
  const accounts = openAccounts(config, { ...stores, ...limits }, opened, log);
  const all = opening.move();
  return {
    config,
    metrics,
    ...stores,
    ...limits,
    ...archives,
    ...drawing,
    ...jobs,
    ...accounts,
    close: () => all.disposeAsync(),
  };
}

/** `database` is for what goes on while it is unavailable; `db` is for requests. */
async function openStores(config: Config, opened: Opened, log?: Logger) {
  const database = opened(await openDatabase(config));
  const replica = await openReplica(config);
  if (replica) opened(replica);
  const { publicUrl, previews } = config;
  const addressing: PictureAddressing = { publicUrl, previews, linkKey: () => keyring.newestLinkKey() };
  const catalog = opened(
    await openCatalog(database, replica, {
      folder: config.dataDir,
      log,
      staleReadsSeconds: config.staleReadsSeconds,
      unavailableAfterMs: config.storeTimeoutMs,
      addressing,
    }),
  );
  const db = followWrites(database, catalog);
  const keyring = await openKeys(db, config);
  return { database, db, replica, addressing, catalog, keyring };
}

async function openLimits(config: Config, database: Database, opened: Opened, log?: Logger) {
  const { redisUrl, rateLimits, storeTimeoutMs } = config;
  const windowCounter = opened(
    redisUrl
      ? await redisWindowCounter(redisUrl, processWindowCounter(), log, database, storeTimeoutMs)
      : await memoryWindowCounter(database),
  );
  return {
    windowCounter,
    limiter: limiter(windowCounter, rateLimits),
    windows: namedWindows(windowCounter, rateLimits),
  };
}

async function openArchiveServices(config: Config, database: Database, log?: Logger) {
  const store = holdingDerivedFiles(await openArchives(config, log));
  const archives = verifiedArchives(store);
  const inspect = inspector();
  await probeArchives(archives, config);
  const archiveLookup = await lookUpArchives(database, archives, archivesName(config), log);
  return { archives, archiveLookup, inspect, files: archiveFiles(store, archives, inspect) };
}

function openDrawing({ archives, files }: Pick<Services, 'archives' | 'files'>, opened: Opened) {
  const renderer = opened(openRenderer());
  const svgDrawer = opened(openSvgDrawer());
  const resizer = opened(openResizer());
  return { renderer, svgDrawer, resizer, realmPictures: storedPictures(archives, files, { resizer, renderer }) };
}

type JobParts = Pick<Services, 'db' | 'catalog' | 'windows' | 'archives' | 'inspect' | 'files' | 'realmPictures'> & {
  database: Database;
};

function openJobs(
  { database, windows, catalog, realmPictures: pictures, ...parts }: JobParts,
  opened: Opened,
  log?: Logger,
) {
  const jobs = {
    downloadCounter: opened(counter(database, catalog, log)),
    scoring: opened(openScoring(database, log)),
    pictureJob: opened(openPictureJob({ ...parts, pictures }, log)),
    filesDigestJob: opened(openFilesDigestJob(parts, log)),
  };
  opened(openSealing(database, log));
  opened(openJobRecord(database, log));
  opened(openJob('the count of failed logins', () => closeHours({ db: database, windows }), log));
  return jobs;
}

type AccountParts = Pick<Services, 'db' | 'keyring' | 'windows'>;

function openAccounts(config: Config, { db, keyring, windows }: AccountParts, opened: Opened, log?: Logger) {
  const tokens = jwtTokens(keyring, config.publicUrl);
  const mail = config.mail && opened(openMail({ db, windows }, { ...config, mail: config.mail }, log));
  return {
    tokens,
    authenticator: opened(openAuthenticator(db, tokens)),
    passwords: passwords(),
    mail,
    webSessions: openWebSessions({ db, mail }, config.publicUrl),
  };
}

/**
 * The database for requests. After each write the read model catches up before the writer goes on, so that the next response shows the write.
 * Reads fail at once while the database is unavailable.
 */
function followWrites(database: Database, catalog: Catalog): Database {
  return {
    ...database,
    ...catalog.primary, // the reads that fail at once
    async batch(statements) {
      await database.batch(statements);
      await catalog.follow().catch(() => undefined); // it is written, and will be applied when the database answers
    },
  };
}
