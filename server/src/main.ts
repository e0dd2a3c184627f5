// Starts the catalog: configuration, services, app, listen; and stops them in reverse.
import './private-files.ts';
import cluster from 'node:cluster';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { readConfig, StartError, type Config } from './config.ts';
import { bounds } from './http/bounds.ts';
import { drain } from './http/drain.ts';
import { loadAjv } from './http/validation.ts';
import { openLog } from './log.ts';
import { refusal } from './runtime.js';
import { openServices } from './services.ts';
import { firstStart } from './starters.ts';
import { holdFolder, placeOf } from './store.ts';
import { startWorkers } from './ops/workers.ts';

const STOP_WITHIN = 10_000;
/** Whoever is still being answered then is cut off, so that what is left to save can be. */
const ANSWER_WITHIN = 6_500;
/** How long a start waits for lists to come from memory. */
const FILL_WITHIN = 3_000;

async function main(): Promise<void> {
  const reason = refusal(process.versions);
  if (reason) throw new StartError(reason);
  const config = readConfig();
  const log = await openLog(config);
  await (config.workers > 1 && cluster.isPrimary ? startWorkers(config, log) : serve(config, log));
}

async function serve(config: Config, log: Logger): Promise<void> {
  const folder = holdFolder(config);
  const services = await openServices(config, log);
  const loaded = await firstStart(services, { empty: process.argv.includes('--empty') });
  await services.catalog.follow().catch(() => undefined); // another process may have put the starters in
  await Promise.race([services.catalog.filled, setTimeout(FILL_WITHIN)]); // a large catalog goes on filling while it serves
  const app = buildApp(services, log);

  async function stop(signal: NodeJS.Signals): Promise<void> {
    void setTimeout(STOP_WITHIN, undefined, { ref: false }).then(() => process.exit(1));
    void setTimeout(ANSWER_WITHIN, undefined, { ref: false }).then(() => app.server.closeAllConnections());
    if (signal === 'SIGTERM') await drain(app.server); // someone at the keyboard need not wait for that
    await app.close();
    await services.close().catch((error: unknown) => {
      log.error({ err: error }, 'not everything could be saved');
      process.exit(1);
    });
    folder.close();
    process.exit(0);
  }
  process.once('SIGTERM', stop).once('SIGINT', stop);

  try {
    await app.listen({ host: config.host, port: config.port, backlog: bounds.backlog });
  } catch (error) {
    await services.close();
    throw new StartError(
      `Cannot listen on ${config.host}:${config.port}: ${listenReason(error as NodeJS.ErrnoException)}`,
    );
  }
  if ((cluster.worker?.id ?? 1) === 1) process.stderr.write(welcome(config, loaded)); // for people; the log has stdout for itself
  setImmediate(loadAjv); // before the first request, if that lets it
}

function listenReason({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return 'another program has this port. Choose another with PORT=3001 npm start.';
  if (code === 'EACCES') return 'this port needs more rights. Choose one above 1023 with PORT.';
  return message;
}

function welcome(config: Config, loaded: boolean): string {
  const { publicUrl } = config;
  return `
  Realm Catalog is ready${loaded ? ', with its starter realms' : ''}.

    API        ${publicUrl}/v1/api/realms
    Reference  ${publicUrl}/docs
    Data       ${placeOf(config)}
    A key      npm run --silent admin -- users add NAME --password-stdin
               npm run --silent admin -- keys add NAME --name laptop

`;
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? `realm-catalog: ${error.message}` : error);
  process.exit(1);
});
