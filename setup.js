// Installs what the lockfile names, when it is not there yet, and sees that the Node that will run the catalog can.
// Plain JavaScript for Node 20. `--tests` also installs the npm packages that `npm test` needs; `--tools` those of generators/ and packing/;
// `--all` also fetches the programs that `npm run test:all` starts, and `--stores` OpenStack Swift.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refusal } from './server/src/runtime.js';

const root = fileURLToPath(new URL('.', import.meta.url));
/** Folders with packages for tests alone, which need another TypeScript or another Node than the catalog: each has a lockfile of its own. */
const testTools = ['generators', 'packing'];
const stamp = `${root}node_modules/.setup`;
const lock = lockOf(root);
const kept = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
const options = ['--tests', '--tools', '--all'];
/** Each option includes those before it. */
const level = options.findIndex((option) => process.argv.includes(option));
/** Where everything was installed once, by this script or by hand, it stays: a start does not take away what the tests need. */
const hasAll = kept.endsWith(' all') || (kept === '' && existsSync(`${root}node_modules/oxlint`));
const wanted = level >= 0 || hasAll ? 'all' : 'runtime';

/** Programs, and the packages that have them.
 * @type {Record<string, string>} */
const servers = { 'redis-server': 'redis-server', nginx: 'nginx', haproxy: 'haproxy', pgbouncer: 'pgbouncer' };
/** A keychain and shells, for the tests of the command line, and what tests the client in Python.
 * @type {Record<string, string>} */
const forCommandLine = {
  'dbus-daemon': 'dbus-daemon',
  'gnome-keyring-daemon': 'gnome-keyring',
  'secret-tool': 'libsecret-tools',
  zsh: 'zsh',
  fish: 'fish',
  python3: 'python3',
  mypy: 'mypy',
  pip3: 'python3-pip',
};
/** Compilers for the client in Go: its own, and that of C, without which there is no race detector.
 * @type {Record<string, string>} */
const compilers = { go: 'golang-go', gcc: 'gcc libc6-dev' };
/** The one without windows, and one that people have: the tests run in both. */
const browsers = [['chromium-headless-shell'], ['chromium', 'google-chrome']];
if (process.argv.includes('--stores'))
  for (const part of ['proxy', 'account', 'container', 'object']) servers[`swift-${part}-server`] = `swift-${part}`;

/** Whether everything was installed and checked, by what the last set-up wrote down. */
function isSetUp() {
  return kept === `${lock} all` || kept === `${lock} ${wanted}`;
}

async function install() {
  console.error('Installing what the catalog needs (once; about half a minute)…');
  await installIn(root, wanted === 'all' ? [] : ['--omit=dev']);
  checkNode();
  writeFileSync(stamp, `${lock} ${wanted}`);
}

/** @type {(folder: string) => Promise<void>} */
async function installTools(folder) {
  const stamp = `${folder}node_modules/.setup`;
  const lock = lockOf(folder);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.error(`Installing what the tests need of ${folder} (once; about half a minute)…`);
  await installIn(folder);
  writeFileSync(stamp, lock);
}

/** First by what npm's cache knows of the packages: the lockfile names their versions, and to ask the registry about each takes a quarter of the time.
 * @type {(folder: string, options?: string[]) => Promise<void>} */
async function installIn(folder, options = []) {
  const words = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...options];
  const isInstalled =
    (await run('npm', [...words, '--prefer-offline'], { cwd: folder })) ||
    (await run('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }));
  if (!isInstalled) throw new Error('npm ci failed; see above.');
}

/** The digest of the lockfile in a folder.
 * @type {(folder: string) => string} */
function lockOf(folder) {
  return createHash('sha256')
    .update(readFileSync(`${folder}package-lock.json`))
    .digest('hex');
}

/** npm puts node_modules/.bin first on the PATH of scripts, and there is a Node 24 where the registry has one. */
function checkNode() {
  const own = `${root}node_modules/.bin/node`;
  const versions = existsSync(own)
    ? JSON.parse(execFileSync(own, ['-p', 'JSON.stringify(process.versions)'], { encoding: 'utf8' }))
    : process.versions;
  const reason = refusal(versions);
  if (reason) throw new Error(reason);
}

/**
 * The servers, shells and browser that tests start and that the registry does not have: Debian's packages, unpacked in a folder.
 * Nothing is installed on the machine, and no daemon starts. Where they cannot be had, the tests name what they skip.
 */
async function fetchPrograms() {
  const cache = `${root}.cache/debian`; // not in node_modules, which npm empties at the same time
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  folders.push(...['bin', 'usr/bin', 'usr/sbin'].map((folder) => `${cache}/root/${folder}`));
  /** @type {(program: string) => boolean} */
  const isMissing = (program) => !folders.some((folder) => existsSync(`${folder}/${program}`));
  /** @type {(programs: Record<string, string>) => string[]} */
  const missingOf = (programs) =>
    Object.entries(programs).flatMap(([program, name]) => (isMissing(program) ? name.split(' ') : []));
  const missing = missingOf(servers);
  const missingForCommandLine = missingOf(forCommandLine);
  const missingCompilers = missingOf(compilers);
  const missingBrowsers = browsers.filter((names) => names.every(isMissing)).map(([name = '']) => [name]);
  // Each by itself, since older systems have no such packages. With their libraries, the browsers have 160 and 80 MB, and Go has 80 MB.
  const failed = [
    ...(await fetch(missing, cache, 90_000)),
    ...(await fetch(missingForCommandLine, cache, 90_000)),
    ...(await fetch(missingCompilers, cache, 400_000)),
  ];
  for (const missingBrowser of missingBrowsers) failed.push(...(await fetch(missingBrowser, cache, 400_000)));
  const all = [...missing, ...missingForCommandLine, ...missingCompilers, ...missingBrowsers.flat()];
  const unavailable = failed.length < all.length && !(await unpack(cache)) ? all : failed;
  if (unavailable.length > 0)
    console.error(
      `realm-catalog: ${unavailable.join(' and ')} cannot be had from Debian's packages; tests that need it are skipped.`,
    );
}

/** Returns the packages that cannot be had.
 * @type {(packages: string[], cache: string, timeoutMs: number) => Promise<string[]>} */
async function fetch(packages, cache, timeoutMs) {
  if (packages.length === 0) return [];
  console.error(`Fetching ${packages.join(' and ')} for the tests (once)…`);
  return (await download(packages, cache, timeoutMs)) ? [] : packages;
}

/** With the machine's package lists; where those are missing or stale, with fresh ones of our own.
 * @type {(packages: string[], cache: string, timeoutMs: number) => Promise<boolean>} */
async function download(packages, cache, timeoutMs) {
  for (const folder of ['archives', 'lists']) mkdirSync(`${cache}/${folder}/partial`, { recursive: true });
  const options = ['-o', `Dir::Cache::archives=${cache}/archives`, '-o', 'Debug::NoLocking=1'];
  const ownLists = ['-o', `Dir::State::lists=${cache}/lists`];
  const install = ['install', '-y', '--download-only', '--no-install-recommends', ...packages];
  /** @type {(args: string[]) => Promise<boolean>} */
  const apt = (args) => run('apt-get', [...options, ...args], { timeout: timeoutMs });
  return (await apt(install)) || ((await apt([...ownLists, 'update'])) && apt([...ownLists, ...install]));
}

/** @type {(cache: string) => Promise<boolean>} */
async function unpack(cache) {
  const draft = `${cache}/draft`; // whole or not at all
  rmSync(draft, { recursive: true, force: true });
  const packages = readdirSync(`${cache}/archives`).filter((name) => name.endsWith('.deb'));
  for (const name of packages)
    if (!(await run('dpkg-deb', ['-x', `${cache}/archives/${name}`, draft], { timeout: 90_000 }))) return false;
  rmSync(`${cache}/root`, { recursive: true, force: true });
  renameSync(draft, `${cache}/root`);
  // The browser finds the fonts that came with it by this file.
  const fonts = `${cache}/root/usr/share/fonts`;
  if (existsSync(fonts)) writeFileSync(`${cache}/root/fonts.conf`, `<fontconfig><dir>${fonts}</dir></fontconfig>\n`);
  linkLibraries(`${cache}/root`);
  return true;
}

/** Where the compiler of C came, what it links with is that of the machine: a program has one C library.
 * @type {(root: string) => void} */
function linkLibraries(root) {
  if (!existsSync(`${root}/usr/include/stdio.h`)) return;
  if (!existsSync(`${root}/lib64`) && existsSync('/lib64')) symlinkSync('/lib64', `${root}/lib64`);
  for (const name of readdirSync(`${root}/usr/lib`).filter((name) => name.endsWith('-linux-gnu'))) {
    mkdirSync(`${root}/lib/${name}`, { recursive: true });
    const libraries = readdirSync(`/lib/${name}`).filter((file) => LINKED.test(file));
    for (const path of libraries.map((file) => `/lib/${name}/${file}`))
      if (!existsSync(root + path)) symlinkSync(path, root + path);
  }
}
const LINKED = /^(?:lib(?:c|m|gcc_s|pthread|dl|resolv)|ld-linux-[\w-]+)\.so\.\d+$/;

/** Whether it ended well.
 * @type {(command: string, args: string[], options: import('node:child_process').SpawnOptions) => Promise<boolean>} */
async function run(command, args, options) {
  const child = spawn(command, args, { stdio: 'ignore', killSignal: 'SIGKILL', ...options });
  const [status] = await once(child, 'close').catch(() => []); // it could not be started
  return status === 0;
}

const steps = isSetUp() ? [] : [install()];
if (level >= options.indexOf('--tools')) steps.push(...testTools.map((name) => installTools(`${root}${name}/`)));
if (level >= options.indexOf('--all')) steps.push(fetchPrograms());
for (const step of await Promise.allSettled(steps))
  if (step.status === 'rejected') {
    console.error(`realm-catalog: ${step.reason.message}`);
    process.exitCode = 1;
  }
process.exit(); // a program that is not there, such as apt-get, has left the timer of its limit behind
