// The data folder takes no writes: when the server starts, and while it runs.
import assert from 'node:assert/strict';
import { aCatalog, type Tortured } from './catalog.ts';
import { NotPossibleError, type Fault } from './fault.ts';
import { aVolume, limitFiles } from './volume.ts';
import {
  anArchive,
  create,
  download,
  expect,
  expectUnavailable,
  logIn,
  openAccount,
  publish,
  upload,
  type Opened,
} from './visits.ts';

export const readOnly: Fault = {
  about: 'a data folder that takes no writes: refused at the start; while running reads go on, and writes answer 503',
  async run({ report }) {
    let refusal = '';
    try {
      refusal = await atStart();
    } catch (error) {
      if (!(error instanceof NotPossibleError)) throw error;
      report(`at the start: skipped, ${error.message}`);
    }
    return { refusal: refusal.trim(), ...(await whileRunning()) };
  },
};

async function atStart(): Promise<string> {
  await using volume = await aVolume('size=16m');
  await using catalog = await aCatalog({ dataDir: volume.folder, within: volume.within });
  await catalog.start();
  const key = await openAccount(catalog.url);
  await create(catalog.url, key, 'Kept');
  await catalog.stop();
  volume.remount('ro');
  const refusal = await catalog.start().then(
    () => '',
    (error: Error) => error.message,
  );
  assert.match(refusal, /^realm-catalog: DATA_DIR .* cannot be used: EROFS.*\n$/);
  volume.remount('rw');
  await catalog.start();
  expect(200, await catalog.ask('/v1/realms/kept'));
  return refusal.replace(volume.folder, '…');
}

/** A file system with open files cannot be made read-only from outside, so the kernel is told to let this process write no file. */
async function whileRunning() {
  await using catalog = await aCatalog();
  const { url } = catalog;
  await catalog.start();
  const key = await openAccount(url);
  const { slug } = await publish(url, key, 'Kept', anArchive());
  const waiting = expect(201, await create(url, key, 'Waiting')).body as Opened;
  const { downloadUrl } = expect(200, await download(url, slug)).body as { downloadUrl: string };

  limitFiles(catalog.pid, 0);
  const refused = await Promise.all([
    create(url, key, 'Refused'),
    download(url, slug),
    upload(url, waiting, anArchive()),
    catalog.ask('/v1/auth/login', loginRequest),
  ]);
  for (const reply of refused) expectUnavailable(reply);
  const answered = await reads(catalog, slug, downloadUrl);
  limitFiles(catalog.pid, 'unlimited');

  expect(404, await catalog.ask('/v1/realms/refused'));
  expect(201, await create(url, key, 'Taken'));
  expect(200, await download(url, slug));
  await logIn(url);
  const { downloadCount } = expect(200, await catalog.ask(`/v1/realms/${slug}`)).body as { downloadCount: number };
  assert.equal(downloadCount, 2, 'the one that was refused is not counted');
  assert.equal(await catalog.stop(), 0);
  return { writesRefused: refused.length, readsAnswered: answered };
}

const loginRequest = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'alice', password: 'correct horse' }),
};

async function reads(catalog: Tortured, slug: string, downloadUrl: string): Promise<number> {
  const link = downloadUrl.slice(catalog.url.length);
  const paths = [
    '/healthz',
    '/readyz',
    '/v1/realms',
    '/v1/realms?search=kept',
    `/v1/realms/${slug}`,
    '/v1/stats',
    link,
  ];
  for (const path of paths) expect(200, await catalog.ask(path));
  return paths.length;
}
