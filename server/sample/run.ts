// `npm run sample`: starts a catalog with fifty varied realms, for looking. `-- --data FOLDER` keeps them for another start, `--port` chooses the port.
import '../src/concurrency/private-process.ts';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { mock } from 'node:test';
import { parseArgs } from 'node:util';
import { buildApp } from '../src/app.ts';
import { OperatorError, readConfig, settings, type Config } from '../src/config/config.ts';
import { openLog } from '../src/logging/log.ts';
import { reportError } from '../src/logging/report-error.ts';
import { openServices, type Services } from '../src/services.ts';
import { firstStart } from '../src/starters.ts';
import { stopSignals } from '../src/concurrency/stop-signals.ts';
import { lockFolder } from '../src/store.ts';
import { freePort } from '../test/support/free-port.ts';
import { countSampleDownloads } from './downloads.ts';
import { fillCatalog, isFilled, PASSWORD } from './fill.ts';
import { operatorOf } from './operator.ts';
import { authors, curator } from './realms.ts';

const DAY_MS = 86_400_000;
/** Between two steps of the filling, of which there are fewer than `MAX_STEPS`. */
const STEP_MS = 20_000;
const MAX_STEPS = 500;

/** They are for one person at a time, and the filling is one address with ten accounts. */
const NO_LIMIT = '1000000';
const limits = Object.fromEntries(
  Object.keys(settings).flatMap((name) => (name.startsWith('RATE_LIMIT_') ? [[name, NO_LIMIT]] : [])),
);

const interrupted = () => process.exit(130);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { data: { type: 'string' }, port: { type: 'string' } } });
  const folder = values.data ? resolve(values.data) : mkdtempSync(join(tmpdir(), 'realm-sample-'));
  mkdirSync(folder, { recursive: true });
  // A temporary folder goes with the process, however that ends.
  if (!values.data) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of stopSignals) process.on(signal, interrupted);

  const env = { ...limits, DATA_DIR: folder, PORT: values.port ?? String(await freePort()), LOG_LEVEL: 'warn' };
  await fillOnce(readConfig(env));
  const usernames = authors.map(({ username }) => username).join(', ');
  process.stderr.write(`\n  Accounts: ${usernames}. ${curator} is the curator. The password is: ${PASSWORD}\n`);

  // The catalog starts as with `npm start`, and no setting or `.env` of a developer leads it to other stores.
  for (const name of Object.keys(settings)) for (const one of [name, `${name}_FILE`]) delete process.env[one];
  Object.assign(process.env, env);
  process.chdir(folder);
  await import('../src/main.ts'); // from here on it listens to the signals itself
  for (const signal of stopSignals) process.off(signal, interrupted);
}

/** Fills a new folder; one that has the sample stays as it is. */
async function fillOnce(config: Config): Promise<void> {
  using stack = new DisposableStack();
  const lock = lockFolder(config);
  stack.defer(() => lock.close());
  const log = await openLog(config);
  const services = await openServices(config, log);
  await firstStart(services, { empty: true });
  await services.catalog.filled;
  const app = buildApp(services, log);
  const url = await app.listen({ host: config.host, port: config.port }).catch((error: Error) => {
    throw new OperatorError(`Cannot listen, choose another port with --port: ${error.message}.`);
  });
  try {
    if (await isFilled(url)) return;
    const { totalRealms } = (await (await fetch(`${url}/v1/api/stats`)).json()) as { totalRealms: number };
    if (totalRealms > 0)
      throw new OperatorError('The folder has other realms, or a part of the sample. Take an empty one.');
    await fillWithDays(services, url);
  } finally {
    await app.close();
    await services.close();
  }
}

/**
 * Dates are set by the clock, so that every date and every sum of days is right by the code that writes it. Downloads are counted before the clock
 * is right again: the scores of today are written once, and they have to be of all.
 */
async function fillWithDays({ db, scoring, catalog }: Services, url: string): Promise<void> {
  const now = Date.now();
  let steps = 0;
  mock.timers.enable({ apis: ['Date'], now });
  await fillCatalog({
    url,
    operator: operatorOf(db),
    setDay: (daysAgo) => mock.timers.setTime(now - daysAgo * DAY_MS - (MAX_STEPS - (steps += 1)) * STEP_MS),
    async endDays() {
      await countSampleDownloads(db, now);
      mock.timers.reset();
    },
    onPublished: showProgress,
  });
  await scoring.run();
  await catalog.follow();
}

function showProgress(count: number, total: number): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\r${count} of ${total} versions are published${count === total ? '\n' : ''}`);
}

main().catch((error: unknown) => {
  reportError('sample', error);
  process.exit(1);
});
