// The first run, before anyone has said which catalog to ask.
// Run: one store, own process
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { startReachableCatalog } from '../../clients/typescript/test/support.ts';
import { freePort } from '../../server/test/support/free-port.ts';
import { mainFile, runRealm, temporaryHome } from './support/run-realm.ts';
import { CTRL_C, ENTER, openTerminal, withoutTerminal } from './support/terminal.ts';

/** Where `npm start` listens, and where a catalog is looked for first. */
const LOCAL_PORT = 3_000;
const isTaken = await new Promise<boolean>((resolve) => {
  const socket = connect(LOCAL_PORT, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
  socket.unref();
});
const skip = isTaken && `something listens on port ${LOCAL_PORT}`;
const catalog = await startReachableCatalog();
after(() => catalog[Symbol.asyncDispose]());
const { PATH, NODE_COMPILE_CACHE } = process.env;

describe('without a catalog', { skip }, () => {
  test('a person is asked for the address, which is checked and kept', { skip: withoutTerminal }, async () => {
    using home = temporaryHome();
    const env = { PATH, NODE_COMPILE_CACHE, HOME: home.path };
    using terminal = openTerminal([process.execPath, mainFile, 'stats'], env);
    await terminal.shows(/No catalog is set, and none is running at[^]*Address of your catalog/);
    terminal.type(`not an address${ENTER}`);
    await terminal.shows(/It looks like https/);
    terminal.type(`\u0015127.0.0.1:${await freePort()}${ENTER}`);
    await terminal.shows(/(?:No response|ECONNREFUSED)[^]*Address of your catalog/);
    terminal.type(`nowhere.invalid${ENTER}`);
    await terminal.shows(
      /nowhere\.invalid\s+Is the address mistyped, or is this machine offline\?[^]*Address of your catalog/,
    );
    terminal.type(`${catalog.url.replace('http://', '')}/realms/some-realm${ENTER}`);
    await terminal.shows(new RegExp(`${catalog.url} is your catalog from now on`));
    await terminal.shows(/realms +0/);
    assert.equal(await terminal.exitCode, 0);
    const file = join(home.path, '.config/realm-catalog/config.json');
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { registry: catalog.url });
    using again = openTerminal([process.execPath, mainFile, 'stats'], env);
    assert.equal(await again.exitCode, 0);
    assert.doesNotMatch(again.screen, /Address of your catalog/);
  });

  test('new asks for it as well, and Ctrl-C at the question ends the command', { skip: withoutTerminal }, async () => {
    using home = temporaryHome();
    using terminal = openTerminal([process.execPath, mainFile, 'new'], {
      PATH,
      NODE_COMPILE_CACHE,
      HOME: home.path,
    });
    await terminal.shows(/Address of your catalog/);
    terminal.type(CTRL_C);
    assert.equal(await terminal.exitCode, 130);
  });

  test('nothing is asked where nobody can answer: the command to run is said', async () => {
    using home = temporaryHome();
    const people = ['stdin' as const, 'stderr' as const];
    for (const [words, terminals, more] of [
      [['search'], [], {}],
      [['search', '--yes'], people, {}],
      [['search'], people, { CI: '1' }],
      [['search', '--json'], people, {}],
    ] as const) {
      const settings = { env: { HOME: home.path, ...more }, terminals: [...terminals] };
      const { code, stderr } = await runRealm([...words], settings);
      assert.equal(code, 8);
      assert.match(stderr, /npx realm config set registry https:\/\/…/);
    }
  });

  test('a catalog that is named and does not answer is no reason to ask', { skip: withoutTerminal }, async () => {
    using home = temporaryHome();
    const registry = `http://127.0.0.1:${await freePort()}`;
    const env = { PATH, NODE_COMPILE_CACHE, HOME: home.path, REALM_REGISTRY: registry };
    using terminal = openTerminal([process.execPath, mainFile, 'stats'], env);
    assert.equal(await terminal.exitCode, 8);
    assert.doesNotMatch(terminal.screen, /Address of your catalog/);
  });
});
