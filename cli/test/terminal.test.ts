// The command line on a real terminal: tables, colours, progress, questions and Ctrl-C.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { answerOf } from './support/answers.ts';
import { catalog, realm } from './support/catalog.ts';
import { startServer, type FakeServer } from './support/fake-server.ts';
import { mainFile, spawnRealm, temporaryHome } from './support/run-realm.ts';
import { CTRL_C, ENTER, openTerminal, withoutTerminal } from './support/terminal.ts';

const { PATH, NODE_COMPILE_CACHE } = process.env;
const DOWN = '\u001b[B';
const onTerminal = (words: string[], env: Record<string, string>) =>
  openTerminal([process.execPath, mainFile, ...words], { PATH, NODE_COMPILE_CACHE, ...env });
const askFile = fileURLToPath(new URL('support/ask.ts', import.meta.url));

describe('on a terminal', { skip: withoutTerminal }, () => {
  test('a search is a coloured table of 80 columns; piped, it is neither', async () => {
    using home = temporaryHome();
    const env = { HOME: home.path, REALM_REGISTRY: catalog.url };
    using terminal = onTerminal(['search', 'blog'], env);
    assert.equal(await terminal.exitCode, 0);
    const lines = stripVTControlCharacters(terminal.screen).split('\r\n');
    assert.match(lines[0] ?? '', /^SLUG +VERSION +DOWNLOADS +STARS +DESCRIPTION$/);
    assert.ok(lines.every((line) => line.length <= 80));
    assert.ok(terminal.screen.includes('\u001b[1mmarkdown-blog'));
    const piped = await spawnRealm(['search', 'blog'], { env });
    assert.ok(!`${piped.stdout}${piped.stderr}`.includes('\u001b'));
  });

  test('Ctrl-C ends a command that waits, with exit code 130', async () => {
    await using silent = await startServer(() => undefined);
    using home = temporaryHome();
    using terminal = onTerminal(['search', '--verbose', '--registry', silent.url], { HOME: home.path });
    await terminal.shows(/> GET /);
    terminal.type(CTRL_C);
    assert.equal(await terminal.exitCode, 130);
    assert.match(terminal.screen, /Interrupted\./);
  });

  test('a download shows a bar with speed and time left, and Ctrl-C leaves nothing', async () => {
    await using slow = await startSlowDownload();
    using home = temporaryHome();
    using terminal = onTerminal(['get', 'slow', join(home.path, 'target')], {
      HOME: home.path,
      REALM_REGISTRY: slow.url,
    });
    await terminal.shows(/Fetching slow 1\.0\.0 █+░+ 50% of 1\.9 MiB [\d.]+ (?:[KM]i)?B\/s \d+ s left/);
    terminal.type(CTRL_C);
    assert.equal(await terminal.exitCode, 130);
    assert.ok(!existsSync(join(home.path, 'target')));
    const left = readdirSync(home.path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.deepEqual(
      left.map(({ name }) => name),
      [],
    );
  });

  test('questions are answered by keys, on stderr', async () => {
    using terminal = openTerminal([process.execPath, askFile], { PATH });
    await terminal.shows(/Which name\?/);
    terminal.type(ENTER);
    await terminal.shows(/A name is needed\./);
    terminal.type(`blog${ENTER}`);
    await terminal.shows(/Which license\?/);
    terminal.type(`${DOWN}${ENTER}`);
    await terminal.shows(/Publish it\?/);
    terminal.type(`y`);
    await terminal.shows(/answers: blog, Apache-2\.0, true/);
    assert.equal(await terminal.exitCode, 0);
    assert.ok(!terminal.screen.includes('\u001b]0;'), 'nothing that a terminal would obey');
  });

  test('Ctrl-C at a question ends the command with exit code 130', async () => {
    using terminal = openTerminal([process.execPath, askFile], { PATH });
    await terminal.shows(/Which name\?/);
    terminal.type(CTRL_C);
    assert.equal(await terminal.exitCode, 130);
  });

  test('in CI nothing is asked, on a terminal either', async () => {
    using home = temporaryHome();
    using terminal = onTerminal(['init', home.path], { HOME: home.path, CI: 'true' });
    assert.equal(await terminal.exitCode, 2);
    assert.match(terminal.screen, /This needs a description and a category, and there is no terminal to ask on\./);
    assert.deepEqual(readdirSync(home.path), []);
  });
});

test('elsewhere, progress is one line for each phase', async () => {
  await using slow = await startSlowDownload();
  using home = temporaryHome();
  const { code, stderr } = await realm(['get', 'slow', '--timeout', '1', '--registry', slow.url], {
    cwd: home.path,
    env: { HOME: home.path },
  });
  assert.equal(code, 8);
  assert.match(stderr, /^Fetching slow 1\.0\.0\nError: /);
});

/** A catalog with one realm, whose archive stops after its first half. */
async function startSlowDownload(): Promise<FakeServer> {
  const [size, sha256] = [2_000_000, 'a'.repeat(64)];
  const detail = answerOf('getRealm', { slug: 'slow', version: '1.0.0', sha256, size, license: 'MIT' });
  return startServer(({ url = '', headers }, response) => {
    if (url.startsWith('/archive')) {
      response.writeHead(200, { 'content-length': size, 'content-type': 'application/gzip' });
      response.write(Buffer.alloc(size / 2));
      return;
    }
    const downloadUrl = `http://${headers.host}/archive`;
    const link = {
      downloadUrl,
      expiresAt: '2100-01-01T00:00:00.000Z',
      version: '1.0.0',
      size,
      sha256,
      filename: 'slow-1.0.0.tar.gz',
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(url.includes('/download') ? link : detail));
  });
}
