// What the catalog is made of: each package with a licence that we may hand on, pinned, verified, without scripts, and with a reason.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Locked {
  version: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  link?: true;
  dev?: true;
  optional?: true;
  hasInstallScript?: true;
  os?: string[];
  libc?: string[];
}
interface Manifest {
  license?: string | { type: string };
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const ownPackages = ['archive', 'cli', 'clients/typescript', 'contract', 'server', 'web'];
const manifests = ['.', ...ownPackages].map((folder) => JSON.parse(read(`${folder}/package.json`)) as Manifest);
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };

/** Packages that only tests run have lockfiles of their own. */
const toolFolders = ['generators', 'packing'].map((folder) => ({
  manifest: JSON.parse(read(`${folder}/package.json`)) as Manifest,
  lock: JSON.parse(read(`${folder}/package-lock.json`)) as typeof lock,
}));
const toolsOf = ({ devDependencies = {}, optionalDependencies = {} }: Manifest) =>
  Object.entries({ ...devDependencies, ...optionalDependencies });

/** Whatever comes from the registry, by where it is installed. */
const packages = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
/** What a catalog runs with. */
const production = packages.filter(([, { dev }]) => !dev);

/** They ask for nothing but their own text, and for no source of what uses them. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);
/** The systems for which the renderer of pictures has a binary. The library in it, libvips, is loaded as it is, and may be replaced by another build. */
const SHARP_SYSTEMS = Object.entries(lock.packages)
  .filter(
    ([path, { license }]) => path.startsWith('node_modules/@img/sharp-') && license?.includes('LGPL-3.0-or-later'),
  )
  .map(([path, { license }]) => `${path.replace('node_modules/', '')} ${license}`);

/** Package and licence, each with the reason why it is taken all the same. */
const EXCEPTIONS: Record<string, string> = {
  ...Object.fromEntries(
    SHARP_SYSTEMS.map((name) => [
      name,
      'asks for the source of libvips alone, a library that is loaded and not changed',
    ]),
  ),
  'argparse PSF-2.0': 'asks for its own text alone; only the command of markdown-it loads it, which nobody runs',
};

describe('every package of production', () => {
  test('has a licence that may be handed on with the catalog', () => {
    assert.ok(production.length > 50);
    for (const [path, { license = 'none' }] of production)
      assert.ok(ALLOWED.has(license) || EXCEPTIONS[`${nameOf(path)} ${license}`], `${path}: ${license}`);
  });

  test('says so itself, where it is installed', () => {
    for (const [path, { license }] of production.filter(([path]) => existsSync(join(root, path)))) {
      const own = (JSON.parse(read(`${path}/package.json`)) as Manifest).license;
      assert.equal(typeof own === 'object' ? own.type : own, license, path);
    }
  });

  test('works without a script at its installation, so that npm ci --ignore-scripts suffices', () => {
    const scripted = production.flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [nameOf(path)] : []));
    // That of esbuild puts its program in place of a script that starts it, to save time; server/test/bundles runs it without.
    assert.deepEqual(scripted, ['esbuild']);
    for (const file of ['setup.js', 'deploy/Dockerfile'])
      for (const line of read(file).match(/^.*\bci\b.*--no-audit.*$/gm) ?? assert.fail(file))
        assert.match(line, /--ignore-scripts/, file);
  });
});

describe('the lockfile', () => {
  /** The registry that it was written from did not have these: the tools of other systems, in parts that npm leaves out here. */
  const ofOtherSystems = /^node_modules\/@(oxc-parser|oxfmt|oxlint|oxlint-tsgolint)\//;

  test('knows the digest of everything that is installed, and of all of production', () => {
    for (const [path, { integrity, dev, optional }] of packages) {
      const isLeftOut = dev && optional && ofOtherSystems.test(path) && !existsSync(join(root, path));
      if (integrity !== undefined || !isLeftOut) assert.match(integrity ?? 'none', /^sha512-[\w+/]{86}==$/, path);
    }
  });

  test('names no server: packages come from whatever registry npm is told, and are held against their digests', () => {
    for (const { packages } of [lock, ...toolFolders.map((folder) => folder.lock)])
      for (const [path, { resolved = '' }] of Object.entries(packages)) assert.doesNotMatch(resolved, /:/, path);
  });

  test('of the tools has exact versions, and the digest of each package', () => {
    for (const { manifest, lock } of toolFolders) {
      for (const [name, version] of toolsOf(manifest))
        assert.equal(lock.packages[`node_modules/${name}`]?.version, version.replace(/^npm:.*@/, ''), name);
      for (const [path, { integrity = 'none', optional }] of Object.entries(lock.packages))
        if (path !== '' && (integrity !== 'none' || !optional)) assert.match(integrity, /^sha512-[\w+/]{86}==$/, path);
    }
  });

  test('has the very versions that are asked for, which are exact', () => {
    for (const [name, version] of direct()) {
      assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
      if (!name.startsWith('@realm-catalog/'))
        assert.equal(lock.packages[`node_modules/${name}`]?.version, version, name);
    }
  });
});

test('every direct dependency has its purpose, its reason and its licence in docs/dependencies.md, and no other package has', () => {
  const lines = read('docs/dependencies.md').split('\n');
  const rows = lines.filter((line) => line.startsWith('| ') && !line.startsWith('| Package |'));
  const documented = rows.flatMap((row) => {
    const [, names = '', purpose = '', reason = '', licence = ''] = row.split('|').map((cell) => cell.trim());
    assert.ok(purpose.length > 5 && reason.length > 5, names);
    for (const name of names.split(', ')) {
      const locks = [lock, ...toolFolders.map((folder) => folder.lock)];
      const locked = locks.map(({ packages }) => packages[`node_modules/${name}`]).find(Boolean);
      assert.equal(locked?.license, licence, name);
    }
    return names.split(', ');
  });
  const names = new Set([
    ...direct().map(([name]) => name),
    ...toolFolders.flatMap(({ manifest }) => toolsOf(manifest).map(([name]) => name)),
  ]);
  const required = [...names].filter((name) => !name.startsWith('@realm-catalog/'));
  assert.deepEqual(documented.toSorted(), required.toSorted());
});

test('npm run sbom lists what the server and the command line run with, each with its licence and its digest, and nothing else', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const [npm = '', ...args] = (scripts['sbom'] ?? assert.fail('no such script')).split(' ');
  const bill = JSON.parse(execFileSync(npm, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })) as {
    bomFormat: string;
    components: { purl: string; name: string; version: string; licenses?: unknown[]; hashes?: unknown[] }[];
  };
  assert.equal(bill.bomFormat, 'CycloneDX');
  const listed = bill.components.filter(({ purl }) => !/^pkg:npm\/(?:%40realm-catalog\/|realm-catalog-)/.test(purl));
  for (const { purl, licenses = [], hashes = [] } of listed) assert.ok(licenses.length > 0 && hashes.length > 0, purl);
  const nodes = Object.keys(manifests[0]?.optionalDependencies ?? {}); // programs to run it with, of which one is enough
  const expected = production.map(([path, { version }]) => `${nameOf(path)}@${version}`);
  assert.deepEqual(
    new Set(listed.map(({ name, version }) => `${name}@${version}`)),
    new Set(expected.filter((one) => !nodes.some((name) => one.startsWith(`${name}@`)))),
  );
});

function direct(): [name: string, version: string][] {
  return manifests.flatMap(({ dependencies = {}, devDependencies = {}, optionalDependencies = {} }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
