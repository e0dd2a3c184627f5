// Realms as templates of giget, which reads them like a registry of its own.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { downloadTemplate } from 'giget';
import { packTar } from 'modern-tar';
import { tarEntry, targz, zip } from '../archives/archive-writers.ts';
import { freePort } from '../support/free-port.ts';
import { PUBLIC_URL, startCatalog } from '../support/harness.ts';
import { ada, catalog, countOf, publish, put, realm, startBeforeTests } from '../support/published.ts';

startBeforeTests();

const gigetStatus = async (file: string) => (await catalog.ask(`/giget/${file}`)).status;

describe('giget', () => {
  test('reads a realm as a template, which counts nothing and is not kept', async () => {
    const { digest } = await publish(realm, '1.0.0');
    const { status, headers, body } = await catalog.ask(`/giget/${realm.slug}.json`);
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
    assert.equal(headers.get('cache-control'), 'no-store');
    const { tar, ...rest } = body;
    assert.deepEqual(rest, {
      name: realm.slug,
      version: '1.0.0',
      defaultDir: realm.slug,
      url: `${PUBLIC_URL}/v1/api/realms/${realm.slug}`,
    });
    assert.ok(tar.startsWith(`${PUBLIC_URL}/archives/${digest}/`));
    assert.equal(await countOf(), 0);
  });

  test('finds unlisted realms, and no private, unknown or unreadable ones', async () => {
    const unlisted = await put({ visibility: 'unlisted' });
    const secret = await put({ visibility: 'private' });
    await publish(realm, '1.0.0', { format: 'zip' });
    assert.equal(await gigetStatus(`${unlisted.slug}.json`), 200);
    for (const file of [
      `${secret.slug}.json`,
      'nowhere.json',
      `${realm.slug}.json`,
      unlisted.slug,
      '.json',
      '..%2f.json',
    ])
      assert.equal(await gigetStatus(file), 404, file);
  });

  test('the real one fetches realms with an upload and without', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'realm-giget-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const kept = process.env['XDG_CACHE_HOME'];
    process.env['XDG_CACHE_HOME'] = join(folder, 'cache');
    t.after(() => (kept === undefined ? delete process.env['XDG_CACHE_HOME'] : (process.env['XDG_CACHE_HOME'] = kept)));

    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    await using real = await startCatalog({ accounts: [ada], realms: [realm] }, { PORT: port, PUBLIC_URL: url });
    const bare = await put({}, real);
    const files = { 'shop/README.md': '# Shop\n', 'shop/src/main.js': 'console.log(1);\n' };
    const tar = await packTar(
      Object.entries(files).map(([name, body]) => ({ header: { name, size: body.length }, body })),
    );
    await publish(realm, '1.0.0', { bytes: gzipSync(tar) }, real);

    const get = (slug: string) => downloadTemplate(slug, { registry: `${url}/giget`, cwd: folder });
    const fetched = await get(realm.slug);
    assert.equal(fetched['version'], '1.0.0');
    assert.equal(fetched.dir, join(folder, realm.slug));
    for (const [name, text] of Object.entries(files))
      assert.equal(readFileSync(join(fetched.dir, name.replace('shop/', '')), 'utf8'), text);

    // giget drops the first folder of every path: without one top folder, it would drop files.
    const flat = { 'README.md': '# Flat\n', 'src/größe 1.js': 'x', 'a/b/c': '', 'run.sh': '#!/bin/sh\n' };
    const flatTar = targz(
      ...Object.entries(flat).map(([name, text]) =>
        tarEntry(name, text, { mode: name === 'run.sh' ? '0000755\0' : '0000644\0' }),
      ),
    );
    const flatZip = zip(Object.entries(flat).map(([name, content]) => ({ name, content })));
    for (const archive of [{ bytes: flatTar }, { bytes: flatZip, format: 'zip' as const }]) {
      const repacked = await put({}, real);
      const { digest } = await publish(repacked, '1.0.0', archive, real);
      const { dir } = await get(repacked.slug);
      for (const [name, text] of Object.entries(flat)) assert.equal(readFileSync(join(dir, name), 'utf8'), text);
      assert.equal(readdirSync(dir).length, 4);
      if (!archive.format) assert.equal(statSync(join(dir, 'run.sh')).mode & 0o777, 0o755);
      const { tar: link } = (await real.ask(`/giget/${repacked.slug}.json`)).body;
      assert.ok(link.startsWith(`${url}/archives/${digest}.repacked/${repacked.slug}-1.0.0.tar.gz?`));
      assert.equal((await real.ask(link.slice(url.length).replace('.repacked', '.zip'))).status, 403);
      const { headers } = await real.ask(link.slice(url.length));
      assert.deepEqual([headers.get('content-type'), headers.get('repr-digest')], ['application/gzip', null]);
    }

    const { dir } = await get(bare.slug);
    assert.deepEqual(readdirSync(dir).toSorted(), ['README.md', 'realm.json']);
    await assert.rejects(get('nowhere'), /404/);
  });
});
