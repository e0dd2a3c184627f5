// A project that was made of 1.0.0 and edited in ten places is taken through five versions, by the command line that a catalog serves, inside
// and outside of git, on the oldest Node that it runs on and on that of the catalog.
// Run: one store, own process
// Needs: minutes
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startReachableCatalog } from '../../../clients/typescript/test/support.ts';
import { aRealm, signUp, type TestCatalog } from '../../../server/test/support/harness.ts';
import { isFull } from '../../../server/test/support/size.ts';
import { actions, decisions, edits, final, versions } from './gallery.ts';
import { readTree, withFolders } from './projects.ts';
import { publishVersions } from './shop.ts';

const base = mkdtempSync(join(tmpdir(), 'realm-cli-five-'));
const root = fileURLToPath(new URL('../../../', import.meta.url));
let catalog: TestCatalog;
before(async () => {
  catalog = await startReachableCatalog();
  const { account, token } = await signUp(catalog, { username: 'alice' });
  await catalog.insert({ realms: [aRealm({ ...account, passwordHash: '' }, { slug: 'gallery' })] });
  await publishVersions(catalog.url, token, 'gallery', versions);
  const { headers } = await catalog.ask('/cli/realm.tgz');
  const tarball = await fetch(headers.get('location') ?? '');
  writeFileSync(join(base, 'realm.tgz'), Buffer.from(await tarball.arrayBuffer()));
  execFileSync('tar', ['-xzf', 'realm.tgz'], { cwd: base });
});
after(async () => {
  await catalog[Symbol.asyncDispose]();
  rmSync(base, { recursive: true });
});

const nodes: Record<string, string> = {
  'Node 20.19': join(root, `packing/node_modules/node-20-linux-${process.arch}/bin/node`),
  'Node 24': process.execPath,
};

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** A person with a home folder, who works with this Node. */
function person(node: string, place: string) {
  const folder = join(place, 'blue-hour');
  const env = { HOME: place, PATH: process.env['PATH'] ?? '', GIT_CONFIG_GLOBAL: join(place, 'gitconfig') };
  mkdirSync(place);
  writeFileSync(env.GIT_CONFIG_GLOBAL, '[user]\n\tname = Alice\n\temail = alice@example.com\n');
  const realm = (...words: string[]) =>
    new Promise<Ended>((resolve) => {
      execFile(node, [join(base, 'package/dist/realm.js'), ...words], { cwd: place, env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
      );
    });
  const write = (path: string, content: string | Buffer | null) => {
    const target = join(folder, path.replace('*', ''));
    if (content === null) return rmSync(target);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    if (path.endsWith('*')) chmodSync(target, 0o755);
  };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' });
  const commit = (message: string) => {
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
  };
  return { folder, realm, write, git, commit };
}

for (const [name, node] of Object.entries(nodes))
  describe(`on ${name}`, { skip: existsSync(node) ? false : `${name} is not to be had for this system` }, () => {
    // With `npm run test:long`, each in both.
    for (const isInGit of isFull ? [true, false] : [name === 'Node 20.19'])
      test(`a project keeps its ten edits through five versions, ${isInGit ? 'in git' : 'outside of git'}`, async () => {
        const { folder, realm, write, git, commit } = person(node, join(base, `${name} ${isInGit}`));
        const got = await realm('get', 'gallery@1.0.0', 'blue-hour', ...(isInGit ? ['--git'] : []));
        assert.equal(got.code, 0, got.stderr);
        for (const [path, content] of Object.entries(edits)) write(path, content);
        if (isInGit) commit('Make it ours');
        for (const [version, expected] of Object.entries(actions)) {
          const more = version === '1.3.0' ? ['--set', 'owner=Bob'] : [];
          const { code, stdout, stderr } = await realm('update', 'blue-hour', '--to', version, '--json', ...more);
          assert.equal(code, decisions[version] ? 6 : 0, `${version}: ${stderr}`);
          const { files } = JSON.parse(stdout) as { files: { path: string; action: string }[] };
          assert.deepEqual(Object.fromEntries(files.map(({ path, action }) => [path, action])), expected, version);
          for (const [path, content] of Object.entries(decisions[version] ?? {})) write(path, content);
          if (isInGit) commit(`Update to ${version}`);
        }
        assert.deepEqual(readTree(folder), withFolders(final));
        const origin = JSON.parse(readFileSync(join(folder, '.realm/origin.json'), 'utf8'));
        assert.deepEqual(
          [origin.version, origin.answers],
          ['1.5.0', { name: 'Blue Hour', owner: 'Bob', docker: true }],
        );
        const kept = existsSync(join(folder, '.realm/backup')) ? readdirSync(join(folder, '.realm/backup')) : [];
        assert.deepEqual(kept.toSorted(), isInGit ? [] : ['.gitignore', '1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0']);
        if (isInGit) assert.equal(git('log', '--oneline').trim().split('\n').length, 7);
      });
  });
