// Tests what init, publish and login ask on a real terminal, and that Ctrl-C at a question leaves nothing.
// Run: one store, own process
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { startReachableCatalog } from '../../../clients/typescript/test/support.ts';
import { freePort } from '../../../server/test/support/free-port.ts';
import { aKey, aRealm, signUp } from '../../../server/test/support/harness.ts';
import { mainFile, temporaryHome } from '../support/run-realm.ts';
import { CTRL_C, ENTER, openTerminal, withoutTerminal } from '../support/terminal.ts';

const catalog = await startReachableCatalog();
const home = temporaryHome();
const folder = mkdtempSync(join(tmpdir(), 'realm-project-'));
after(async () => {
  await catalog[Symbol.asyncDispose]();
  home[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});
const alice = await signUp(catalog, { username: 'alice' });
const UP = '\u001b[A';
await catalog.insert({
  realms: [aRealm({ ...alice.account, passwordHash: '' }, { slug: 'roses', category: 'garden' })],
});
const { key } = await aKey(catalog, alice.token);
const { NODE_COMPILE_CACHE } = process.env;
const env = { HOME: home.path, REALM_REGISTRY: catalog.url, PATH: '/usr/bin:/bin', NODE_COMPILE_CACHE };
const onTerminal = (words: string[], more: Record<string, string> = {}) =>
  openTerminal([process.execPath, mainFile, ...words], { ...env, ...more });
const file = join(folder, 'realm.json');

describe('on a terminal', { skip: withoutTerminal }, () => {
  test('init asks for what it does not know, and Ctrl-C writes nothing', async () => {
    using interrupted = onTerminal(['init', folder]);
    await interrupted.shows(/Name/);
    interrupted.type(CTRL_C);
    assert.equal(await interrupted.exitCode, 130);
    assert.equal(existsSync(file), false);

    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'my-blog', license: 'MIT' }));
    using terminal = onTerminal(['init', folder]);
    await terminal.shows(/my-blog/);
    terminal.type(ENTER);
    await terminal.shows(/Description/);
    terminal.type(`A blog.${ENTER}`);
    await terminal.shows(/Category[^]*garden[^]*saas/); // that of the catalog first
    terminal.type(ENTER);
    await terminal.shows(/Found “My Blog” in 1 file[^]*choose their own name\?/);
    terminal.type(ENTER);
    assert.equal(await terminal.exitCode, 0);
    const { slug, description, category, variables } = JSON.parse(readFileSync(file, 'utf8'));
    assert.deepEqual([slug, description, category], ['my-blog', 'A blog.', 'garden']);
    assert.equal(variables.projectName.replaces, 'My Blog');
  });

  test('init takes a category that no realm has yet, where the catalog does not answer, too', async () => {
    const away = { REALM_REGISTRY: `http://127.0.0.1:${await freePort()}` };
    using terminal = onTerminal(['init', folder, '--force', '--no-variables', '--description', 'A blog.'], away);
    await terminal.shows(/my-blog/);
    terminal.type(ENTER);
    await terminal.shows(/Category[^]*saas/);
    terminal.type(`${UP}${ENTER}`);
    await terminal.shows(/Category, in one word/);
    terminal.type(`Two words${ENTER}`);
    await terminal.shows(/lower-case letters, digits and dashes/);
    terminal.type(`\u0015two-words${ENTER}`);
    assert.equal(await terminal.exitCode, 0);
    assert.equal(JSON.parse(readFileSync(file, 'utf8')).category, 'two-words');
  });

  test('publish shows the files and asks; no means that nothing is sent', async () => {
    using refused = onTerminal(['publish', folder], { REALM_TOKEN: key });
    await refused.shows(/realm\.json[^]*Create the realm and publish my-blog 1\.0\.0/);
    refused.type('n');
    assert.equal(await refused.exitCode, 2);
    assert.equal((await catalog.ask('/v1/realms/my-blog')).status, 404);

    using allowed = onTerminal(['publish', folder], { REALM_TOKEN: key });
    await allowed.shows(/Create the realm and publish/);
    allowed.type('y');
    assert.equal(await allowed.exitCode, 0);
    assert.equal((await catalog.ask('/v1/realms/my-blog')).body.version, '1.0.0');
  });

  test('delete wants the slug typed once more, and anything else deletes nothing', async () => {
    using mistyped = onTerminal(['delete', 'my-blog'], { REALM_TOKEN: key });
    await mistyped.shows(/my-blog 1\.0\.0: 0 downloads, 0 stars\.[^]*Type my-blog to\s+confirm/);
    mistyped.type(`yes${ENTER}`);
    assert.equal(await mistyped.exitCode, 2);
    assert.equal((await catalog.ask('/v1/realms/my-blog')).status, 200);
    using typed = onTerminal(['delete', 'my-blog'], { REALM_TOKEN: key });
    await typed.shows(/Type my-blog/);
    typed.type(`my-blog${ENTER}`);
    assert.equal(await typed.exitCode, 0);
    assert.equal((await catalog.ask('/v1/realms/my-blog')).status, 404);
  });

  test('edit asks with what is there as the default, and changes what was changed', async () => {
    using terminal = onTerminal(['edit', 'roses'], { REALM_TOKEN: key });
    for (const question of [/Name/, /Description/, /Category/, /Tags/, /License/, /source/, /demo/]) {
      await terminal.shows(question);
      terminal.type(question.source === 'License' ? `\u0015MIT${ENTER}` : ENTER);
    }
    await terminal.shows(/Who can see it/);
    terminal.type(ENTER);
    assert.equal(await terminal.exitCode, 0);
    assert.match(terminal.screen, /Changed roses: license\./);
    assert.equal((await catalog.ask('/v1/realms/roses')).body.license, 'MIT');
  });

  test('login without a keychain asks before it writes a file', async () => {
    using terminal = onTerminal(['login', '--with-token']);
    await terminal.shows(/There is no keychain\./);
    terminal.type('n');
    assert.equal(await terminal.exitCode, 2);
    using typed = onTerminal(['login', '--with-token', '--store', 'file']);
    await typed.shows(/Token/);
    typed.type(`${key}${ENTER}`);
    assert.equal(await typed.exitCode, 0);
    assert.ok(!typed.screen.includes(key), 'a token that is typed is not shown');
  });
});
