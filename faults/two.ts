// A second server is started on the folder of one that runs.
import assert from 'node:assert/strict';
import { aCatalog } from './catalog.ts';
import type { Fault } from './fault.ts';
import { create, download, expect, openAccount, type Opened } from './visits.ts';

export const two: Fault = {
  about: 'two servers on one data folder: the second refuses clearly, and a killed one leaves no lock behind',
  async run() {
    await using first = await aCatalog();
    await using second = await aCatalog({ dataDir: first.dataDir });
    await first.start();
    const key = await openAccount(first.url);
    const { slug } = expect(201, await create(first.url, key, 'Kept')).body as Opened;
    const refusal = await second.start().then(
      () => '',
      (error: Error) => error.message,
    );
    assert.match(refusal, /^realm-catalog: DATA_DIR .* is in use by another Realm Catalog\. .*\n$/);
    expect(200, await download(first.url, slug));
    assert.equal(first.admin('users', 'set', 'alice', '--plan', 'premium').status, 0, 'commands work beside a server');

    await first.stop('SIGKILL');
    await second.start();
    expect(200, await second.ask(`/v1/realms/${slug}`));
    assert.equal(await second.stop(), 0);
    await first.start();
    expect(200, await download(first.url, slug));
    return { refusal: refusal.trim() };
  },
};
