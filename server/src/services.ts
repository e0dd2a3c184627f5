// Opens all services from the configuration, and closes them in reverse.
import type { Logger } from 'pino';
import { passwords, type Passwords } from './accounts/passwords.ts';
import { openWebSessions, type WebSessions } from './accounts/web-sessions.ts';
import { verifiedArchives, type VerifiedArchives } from './archives/verified.ts';
import { closeHours } from './audit/failed-logins.ts';
import { openSealing } from './audit/seal.ts';
import { openCatalog, type Catalog } from './catalog/catalog.ts';
import type { Config } from './config.ts';
import { openAuthenticator, type Authenticator } from './credentials/authenticator.ts';
import { jwtTokens, type Tokens } from './credentials/jwt.ts';
import type { Keyring } from './credentials/keyring.ts';
import type { Database } from './db/database.ts';
import { counter, type Counter } from './downloads/counter.ts';
import { openScoring } from './downloads/scoring.ts';
import { archiveFiles, type ArchiveFiles } from './files/archive-files.ts';
import { inspector, type Inspector } from './inspection/inspect.ts';
import { openJob, type Job } from './jobs.ts';
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

export async function openServices(config: Config, log?: Logger): Promise<Services> {
  // If a step fails, the services that are open already are closed again, in reverse.
  await using opening = new AsyncDisposableStack();
  const opened = <Thing extends { close(): Promise<void> }>(thing: Thing) => opening.adopt(thing, () => thing.close());

  const metrics = config.metricsToken === '' ? undefined : opened((await import('./ops/metrics.ts')).openMetrics());
  const database = opened(await openDatabase(config));
  const replica = await openReplica(config);
  if (replica) opened(replica);
  const { publicUrl, previews } = config;
  const addressing = { publicUrl, previews, linkKey: () => keyring.newestLinkKey() };
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
  const tokens = jwtTokens(keyring, config.publicUrl);
  const authenticator = opened(openAuthenticator(db, tokens));
  const windowCounter = opened(
    config.redisUrl
      ? await redisWindowCounter(config.redisUrl, processWindowCounter(), log, database, config.storeTimeoutMs)
      : await memoryWindowCounter(database),
  );
  const windows = namedWindows(windowCounter, config.rateLimits);
  const archiveStore = await openArchives(config, log);
  const archives = verifiedArchives(archiveStore);
  const inspect = inspector();
  await probeArchives(archives, config);
  const archiveLookup = await lookUpArchives(database, archives, archivesName(config), log);
  const downloadCounter = opened(counter(database, catalog, log));
  const scoring = opened(openScoring(database, log));
  const renderer = opened(openRenderer());
  const svgDrawer = opened(openSvgDrawer());
  const files = archiveFiles(archiveStore, archives, inspect);
  const resizer = opened(openResizer());
  const realmPictures = storedPictures(archives, files, { resizer, renderer });
  const pictureJob = opened(openPictureJob({ db, archives, inspect, pictures: realmPictures }, log));
  const filesDigestJob = opened(openFilesDigestJob({ db, files }, log));
  opened(openSealing(database, log));
  opened(openJobRecord(database, log));
  opened(openJob('the count of failed logins', () => closeHours({ db: database, windows }), log));
  const mail = config.mail && opened(openMail({ db, windows }, { ...config, mail: config.mail }, log));
  const all = opening.move();
  return {
    config,
    db,
    replica,
    keyring,
    tokens,
    authenticator,
    passwords: passwords(),
    webSessions: openWebSessions({ db, mail }, publicUrl),
    windowCounter,
    limiter: limiter(windowCounter, config.rateLimits),
    windows,
    archives,
    archiveLookup,
    inspect,
    files,
    renderer,
    svgDrawer,
    resizer,
    realmPictures,
    addressing,
    pictureJob,
    filesDigestJob,
    catalog,
    downloadCounter,
    scoring,
    mail,
    metrics,
    close: () => all.disposeAsync(),
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
