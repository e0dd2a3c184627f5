// A program is found in the absolute folders of PATH alone, by the rules of each system.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findProgram } from '../src/node/find-program.ts';

let home: string;
before(() => {
  home = mkdtempSync(join(tmpdir(), 'realm-programs-'));
  for (const file of ['one/git', 'two/git', 'two/git.exe', 'three/git.exe']) {
    mkdirSync(join(home, file, '..'), { recursive: true });
    writeFileSync(join(home, file), '');
    if (file !== 'one/git') chmodSync(join(home, file), 0o755);
  }
  mkdirSync(join(home, 'four/git.exe'), { recursive: true });
});
after(() => rmSync(home, { recursive: true }));

describe('a program is found', () => {
  test('on Unix in the first folder that has it and may run it', () => {
    const PATH = ['.', '', 'two', `${home}/none`, `${home}/one`, `${home}/two`].join(':');
    assert.equal(findProgram('git', { PATH }, 'linux'), `${home}/two/git`);
  });

  test('on Windows as an .exe, however PATH is written, and not in the folder where it would run', () => {
    for (const name of ['PATH', 'Path'])
      for (const start of ['', '.;', ';', 'three;', `"${home}/one";${home}/four;`])
        assert.equal(
          findProgram('git', { [name]: `${start}"${home}/three";${home}/two` }, 'win32'),
          `${home}/three/git.exe`,
        );
  });

  test('nowhere if PATH is missing, or has no such folder', (t) => {
    const before = process.cwd();
    t.after(() => process.chdir(before));
    process.chdir(join(home, 'two'));
    for (const platform of ['linux', 'win32'] as const)
      for (const PATH of [undefined, '', '.', '..', 'two'])
        assert.equal(findProgram('git', { PATH }, platform), undefined);
  });
});
