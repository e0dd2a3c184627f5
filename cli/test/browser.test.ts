// The browser is started by a program of the system, never by one of the folder where somebody types.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../server/test/support/until.ts';
import { openInBrowser } from '../src/browser.ts';

test('on Windows the program is that of the system folder, and without one there is none', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'realm-browser-'));
  t.after(() => rmSync(home, { recursive: true }));
  const program = (folder: string) => {
    mkdirSync(join(home, folder), { recursive: true });
    const file = join(home, folder, 'rundll32.exe');
    writeFileSync(file, `#!/bin/sh\necho "${folder} $*" >> "${home}/started"\n`);
    chmodSync(file, 0o755);
  };
  program('System32');
  program('here');
  const before = process.cwd();
  t.after(() => process.chdir(before));
  process.chdir(join(home, 'here'));
  const PATH = `.:${process.env['PATH']}`;
  assert.equal(await openInBrowser('https://catalog.example/x', { PATH }, 'win32'), false);
  assert.equal(await openInBrowser('https://catalog.example/x', { PATH, SystemRoot: home }, 'win32'), true);
  await until('it has run', () => existsSync(join(home, 'started')));
  assert.equal(
    readFileSync(join(home, 'started'), 'utf8'),
    'System32 url.dll,FileProtocolHandler https://catalog.example/x\n',
  );
});
