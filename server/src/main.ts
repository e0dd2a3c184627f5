// Starts the catalog: configuration, services, app, listen; and stops them in reverse.
import './concurrency/private-process.ts';
import cluster from 'node:cluster';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { readConfig, OperatorError, type Config } from './config/config.ts';
import { anonymous } from './credentials/caller.ts';
import { connectionLimits } from './http/socket/connection-limits.ts';
import { drain } from './http/socket/drain.ts';
import { loadAjv } from './http/validation.ts';
import { openLog } from './logging/log.ts';
import { realmQuery } from './realms/list-query.ts';
import { reasonsOf, reportError } from './logging/report-error.ts';
import { refusal } from './runtime.js';
import { openServices, type Services } from './services.ts';
import { firstStart } from './starters.ts';
import { stopSignal, type StopSignal } from './concurrency/stop-signals.ts';
import { lockFolder, storeName } from './store.ts';
import { startWorkers } from './ops/workers.ts';

const STOP_TIMEOUT_MS = 10_000;
/** Connections that are still open then are closed, so that enough time is left to save everything. */
const CONNECTIONS_TIMEOUT_MS = 6_500;
/** How long a start waits until lists can be served from memory. */
const FILL_TIMEOUT_MS = 3_000;
const VIEWS_DELAY_MS = 1_000;
const EXAMPLE_SEARCH = 'blog';

async function main(): Promise<void> {
  const told = stopSignal(); // first of all: what a start has read and not yet saved again must not be lost either
  const reason = refusal(process.versions);
  if (reason) throw new OperatorError(reason);
  const config = readConfig();
  const log = await openLog(config);
  await (config.workers > 1 && cluster.isPrimary ? startWorkers(config, log, told) : runServer(config, log, told));
}

async function runServer(config: Config, log: Logger, told: Promise<StopSignal>): Promise<void> {
  void told.then(() => setTimeout(STOP_TIMEOUT_MS, undefined, { ref: false })).then(() => process.exit(1));
  const folder = lockFolder(config);
  const services = await openServices(config, log);
  const loaded = await firstStart(services, { empty: process.argv.includes('--empty') });
  await services.catalog.follow().catch(() => undefined); // another process may have put the starters in
  await Promise.race([services.catalog.filled, setTimeout(FILL_TIMEOUT_MS)]); // a large catalog continues to fill while it serves
  const app = buildApp(services, log);

  async function stop(signal: StopSignal): Promise<void> {
    void setTimeout(CONNECTIONS_TIMEOUT_MS, undefined, { ref: false }).then(() => app.server.closeAllConnections());
    if (signal !== 'SIGINT') await drain(app.server); // after Ctrl-C nobody should have to wait for idle connections
    await app.close();
    await services.close().catch((error: unknown) => {
      log.error(`not everything could be saved: ${reasonsOf(error)}`);
      process.exit(1);
    });
    folder.close();
    process.exit(0);
  }
  try {
    await app.listen({ host: config.host, port: config.port, backlog: connectionLimits.backlog });
  } catch (error) {
    await services.close();
    throw new OperatorError(
      `Cannot listen on ${config.host}:${config.port}: ${listenReason(error as NodeJS.ErrnoException)}`,
    );
  }
  void told.then(stop);
  const isReady = !services.archiveLookup.hasNone(); // the log says what to do
  if (isReady && (cluster.worker?.id ?? 1) === 1) process.stderr.write(await welcome(services, loaded)); // stdout is for the log alone
  setImmediate(loadAjv); // if possible before the first request
  // The views take the event loop for a tenth of a second: not while the first requests ask whether the catalog is ready.
  void setTimeout(VIEWS_DELAY_MS, undefined, { ref: false })
    .then(() => app.warm())
    .catch(() => undefined) // the first request for a page tries again, and reports it
    .then(() => (loaded ? services.pictureJob.run() : undefined)); // the starters have no pictures yet, and the job would begin after a minute
}

function listenReason({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return 'another program has this port. Choose another with PORT=3001 npm start.';
  if (code === 'EACCES') return 'this port needs more rights. Choose one above 1023 with PORT.';
  return message;
}

async function welcome({ config, catalog }: Services, loaded: boolean): Promise<string> {
  const { publicUrl } = config;
  const found = await catalog.list(anonymous, realmQuery({ q: EXAMPLE_SEARCH, limit: 1 })).catch(() => undefined); // still being read
  const commands = nextCommands(publicUrl, found?.realms[0]?.slug);
  return `
  Realm Catalog is ready${loaded ? ', with its starter realms' : ''}.

    Web        ${publicUrl}
    API        ${publicUrl}/v1/api/realms
    Docs       ${publicUrl}/docs
    Data       ${storeName(config)}

  In another terminal:
${commands.map((line) => `    ${line}\n`).join('')}
`;
}

/** What a newcomer types next, in any folder; `found` is the first realm of the search. This command line uses this catalog. */
function nextCommands(publicUrl: string, found: string | undefined): string[] {
  const realm = `npx --yes ${publicUrl}/cli/realm.tgz`; // .npmrc of a clone says no
  return [
    ...(found === undefined ? [] : [`${realm} search ${EXAMPLE_SEARCH}`, `${realm} get ${found}`]),
    `${realm} login`,
  ];
}

main().catch((error: unknown) => {
  reportError('realm-catalog', error);
  process.exit(1);
});
