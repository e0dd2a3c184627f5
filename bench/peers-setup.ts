// Verdaccio and json-server from the npm registry: installed, filled with the items of the catalog, and started, each as its documentation says.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endsWithUs } from './children.ts';
import { items, packageOf, summaryOf } from './peers-items.ts';
import { start, type Server } from './servers.ts';

export const VERSIONS = { verdaccio: '6.10.4', 'json-server': '0.17.4' };
type Peer = keyof typeof VERSIONS;

const INSTALL_TIMEOUT_MS = 300_000;
const PUBLISHERS = 8;

/** Returns the folder that has both packages, and what they need. */
export async function installPeers(data: string): Promise<string> {
  const folder = join(data, 'packages');
  const file = join(folder, 'package.json');
  // A package of Verdaccio asks for a tag of node-fetch: this is the version that the tag names.
  const wanted = JSON.stringify({ private: true, dependencies: VERSIONS, overrides: { 'node-fetch': '2.6.7' } });
  const isInstalled = existsSync(join(folder, 'node_modules/.package-lock.json')); // npm writes it last
  if (isInstalled && readFileSync(file, 'utf8') === wanted) return folder;
  process.stderr.write('Installing Verdaccio and json-server.\n');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, wanted);
  // Without the prefix, npm would install into the working tree, where `npm run` was called.
  const args = ['install', '--prefix', folder, '--omit=dev', '--no-audit', '--no-fund', '--ignore-scripts'];
  const running = promisify(execFile)('npm', args, { cwd: folder, timeout: INSTALL_TIMEOUT_MS });
  endsWithUs(running.child);
  await running;
  return folder;
}

/** With what all measured servers have: the version of Node, a log that goes to /dev/null, an address of this machine alone. */
function startPeer(packages: string, peer: Peer, args: string[], folder: string, readyPath: string): Promise<Server> {
  const program = join(packages, 'node_modules/.bin', peer);
  return start([process.execPath, program, ...args], readyPath, { DATA_DIR: folder, NODE_ENV: 'production' });
}

/** Items are found by their slug, as realms are. */
export function startJsonServer(packages: string, folder: string, readyPath: string): Promise<Server> {
  const args = ['db.json', '--id', 'slug', '--host', '127.0.0.1', '--port', '$PORT'];
  return startPeer(packages, 'json-server', args, folder, readyPath);
}

export function startVerdaccio(packages: string, folder: string, readyPath: string): Promise<Server> {
  return startPeer(
    packages,
    'verdaccio',
    ['--config', 'config.yaml', '--listen', '127.0.0.1:$PORT'],
    folder,
    readyPath,
  );
}

/** https://github.com/typicode/json-server/tree/v0.17.4#getting-started */
export function fillJsonServer(data: string, size: number): string {
  const folder = join(data, `json-server-${size}`);
  mkdirSync(folder, { recursive: true });
  const realms = [...items(size)].map(summaryOf);
  writeFileSync(join(folder, 'db.json'), JSON.stringify({ realms }));
  return folder;
}

/**
 * The settings that Verdaccio begins with, but for limits, which are too high to refuse, and what it advises for private packages: no proxy
 * to another registry, passwords by bcrypt, and tokens that need no password. https://verdaccio.org/docs/best
 */
const CONFIG = `
storage: ./storage
web: { title: Verdaccio, rateLimit: { windowMs: 1000, max: 1000000000 } }
userRateLimit: { windowMs: 1000, max: 1000000000 }
auth: { htpasswd: { file: ./htpasswd, algorithm: bcrypt } }
security: { api: { jwt: { sign: { expiresIn: 29d } } } }
packages: { '**': { access: $all, publish: $authenticated, unpublish: $authenticated } }
server: { keepAliveTimeout: 60 }
middlewares: { audit: { enabled: true } }
log: { type: stdout, format: json, level: http }
`;

/** Over its API, as `npm adduser` and `npm publish` do; once, for all runs. */
export async function fillVerdaccio(packages: string, data: string, size: number): Promise<string> {
  const folder = join(data, `verdaccio-${size}`);
  const note = join(folder, 'filled');
  if (existsSync(note)) return folder;
  process.stderr.write(`Publishing ${size} packages to Verdaccio.\n`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.yaml'), CONFIG);
  await using server = await startVerdaccio(packages, folder, '/-/ping');
  const account = { name: 'bench', password: randomUUID() };
  const { token } = (await put(`${server.url}/-/user/org.couchdb.user:bench`, account)) as { token: string };
  const left = items(size);
  const publish = async () => {
    for (const item of left) await put(`${server.url}/${item.realm.slug}`, await packageOf(item, server.url), token);
  };
  await Promise.all(Array.from({ length: PUBLISHERS }, publish));
  writeFileSync(note, '');
  return folder;
}

async function put(url: string, content: object, token?: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(content) });
  if (response.status !== 201) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
  return response.json();
}
