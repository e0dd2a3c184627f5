// What lies in deploy/, held against the program: the image's command runs from what the image holds, and every setting is one.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readConfig, settings } from '../../src/config/config.ts';
import { freePort } from '../support/free-port.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'realm-catalog-deploy-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

// The Dockerfile, as pairs of an instruction and what follows it.
const instructions = read('deploy/Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', '')
  .split('\n')
  .filter(Boolean)
  .map((line): [name: string, rest: string] => [line.split(' ', 1)[0] ?? '', line.replace(/^\S+\s+/, '')]);
const all = (name: string) => instructions.filter(([found]) => found === name).map(([, rest]) => rest);
const last = (name: string) => all(name).at(-1) ?? '';
const copies = all('COPY').filter((rest) => !rest.startsWith('--from'));
const lastStage = instructions.findLastIndex(([name]) => name === 'FROM');

const imageEnv = Object.fromEntries(
  all('ENV').flatMap((rest) => rest.split(' ').map((pair): [string, string] => pair.split('=', 2) as [string, string])),
);
const healthCheck = JSON.parse(last('HEALTHCHECK').replace(/^.*?CMD /, '')) as string[];

/** The lines under a key of compose.yaml, without their indentation. No YAML parser is a dependency; oxfmt checks the syntax. */
function under(text: string, ...[key, ...keys]: string[]): string {
  if (!key) return text;
  const [, block] =
    new RegExp(`^${key}:.*\\n((?:(?: .*)?\\n)*)`, 'm').exec(text) ?? assert.fail(`no ${key} in compose.yaml`);
  return under((block ?? '').replaceAll(/^ {2}/gm, ''), ...keys);
}
const compose = read('deploy/compose.yaml');
const pairs = (block: string) =>
  Object.fromEntries([...block.matchAll(/^([\w-]+): *(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

const isSetting = (name: string) => name.replace(/_FILE$/, '') in settings;
/** A setting, or what npm start says to Node and to the memory of the process. */
const isMeant = (name: string) => isSetting(name) || ['MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE'].includes(name);

test('the image holds what the Dockerfile copies, and .dockerignore lets it through', () => {
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const sources = copies.flatMap((rest) => rest.split(' ').slice(0, -1));
  assert.ok(sources.length > 5);
  for (const source of sources) {
    assert.ok(existsSync(join(root, source)), source);
    assert.ok(
      allowed.some((path) => source === path || source.startsWith(`${path}/`)),
      `${source} in .dockerignore`,
    );
  }
});

test('the image has the Node that the lockfile brings, runs as nobody special, and takes its signals itself', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> };
  for (const from of all('FROM'))
    for (const version of Object.values(optionalDependencies)) assert.ok(from.includes(`node:${version}-`), from);
  assert.match(last('USER'), /^[1-9]\d*:[1-9]\d*$/);
  assert.equal(last('STOPSIGNAL'), 'SIGTERM');
  assert.equal(last('ENTRYPOINT'), '[]');
  assert.ok(Object.keys(imageEnv).every(isMeant), Object.keys(imageEnv).join(' '));
});

test('the image’s command serves from what the image holds, writes nothing there, and stops on SIGTERM', async (t) => {
  const image = folder(t);
  for (const [, rest] of instructions
    .slice(lastStage)
    .filter(([name, rest]) => name === 'COPY' && copies.includes(rest)))
    copy(rest, image);
  linkPackages(image);
  const held = () => globSync('{contract,server,starters}/**', { cwd: image }).map((path) => stamp(join(image, path)));
  const before = held();

  const env = { PATH: '', ...imageEnv, HOST: '127.0.0.1', PORT: String(await freePort()), DATA_DIR: folder(t) };
  const [program, ...args] = JSON.parse(last('CMD')) as string[];
  assert.equal(program, 'node');
  const child = spawn(process.execPath, args, { cwd: image, env, stdio: ['ignore', 'ignore', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  let shown = '';
  child.stderr.on('data', (chunk) => (shown += String(chunk)));
  while (!shown.includes('is ready')) {
    if (child.exitCode !== null) assert.fail(shown);
    await Promise.race([once(child.stderr, 'data'), exited]);
  }

  assert.equal((await fetch(`http://127.0.0.1:${env.PORT}/healthz`)).status, 200);
  const [healthy, elsewhere, admin] = await Promise.all([
    exitCode(healthCheck.slice(1), image, env),
    exitCode(healthCheck.slice(1), image, { ...env, PORT: String(await freePort()) }),
    exitCode(['server/src/admin.ts', '--help'], image, env),
  ]);
  assert.deepEqual({ healthy, elsewhere, admin }, { healthy: 0, elsewhere: 1, admin: 0 });
  assert.deepEqual(held(), before);
  child.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null]);
});

test('the settings of the three processes in compose.yaml are settings, and make sense with the secrets that are made', (t) => {
  const secrets = join(folder(t), 'secrets');
  makeSecrets(secrets);
  const given = pairs(under(compose, 'x-app', 'environment'));
  assert.ok(Object.keys(given).length > 8);
  for (const name of Object.keys(given)) assert.ok(isSetting(name), `${name} is no setting`);
  const env = Object.entries(given).map(([name, value]) => [
    name,
    value.replace(/^\$\{\w+:-(.*)\}$/, '$1').replace('/run/secrets', secrets),
  ]);
  const config = readConfig(Object.fromEntries(env));

  const secret = (name: string) => readFileSync(join(secrets, name), 'utf8').trim();
  const database = new URL(config.database.url);
  const postgres = pairs(under(compose, 'services', 'postgres', 'environment'));
  assert.equal(database.password, secret('postgres_password'));
  assert.equal(database.username, postgres['POSTGRES_USER']);
  assert.equal(database.pathname, `/${postgres['POSTGRES_DB']}`);
  const garage = pairs(under(compose, 'services', 'garage', 'environment'));
  assert.equal(config.s3?.bucket, garage['GARAGE_DEFAULT_BUCKET']);
  assert.ok(read('deploy/garage.toml').includes(`s3_region = "${config.s3?.region}"`));
  assert.match(secret('garage.env'), new RegExp(`^GARAGE_DEFAULT_ACCESS_KEY=${config.s3?.accessKeyId}$`, 'm'));
  assert.match(secret('garage.env'), new RegExp(`^GARAGE_DEFAULT_SECRET_KEY=${config.s3?.secretAccessKey}$`, 'm'));
  assert.equal(config.secretKey, secret('secret_key'));
  const services = under(compose, 'services');
  for (const url of [config.database.url, config.redisUrl, config.s3?.endpoint ?? ''])
    assert.match(services, new RegExp(`^${new URL(url).hostname}:$`, 'm'));
});

test('what compose.yaml refers to is there: secrets, volumes, files, and the processes that nginx and HAProxy know', (t) => {
  const secrets = join(folder(t), 'secrets');
  makeSecrets(secrets);
  const defined = pairs(under(compose, 'secrets'));
  const used = [...compose.matchAll(/^ +secrets: \[(.*)\]$/gm)].flatMap(([, names = '']) => names.split(', '));
  assert.deepEqual([...new Set(used)].toSorted(), Object.keys(defined).toSorted());
  for (const [name, value] of Object.entries(defined)) {
    assert.equal(value, `{ file: ./secrets/${name} }`);
    assert.ok(existsSync(join(secrets, name)), name);
  }
  const mounts = [...compose.matchAll(/^ +volumes: \[(.*)\]$/gm)].flatMap(([, list = '']) => list.split(', '));
  const volumes = Object.keys(pairs(under(compose, 'volumes')));
  for (const from of mounts.map((mount) => mount.split(':', 1)[0] ?? ''))
    assert.ok(from.startsWith('./') ? existsSync(join(root, 'deploy', from)) : volumes.includes(from), from);

  const services = under(compose, 'services');
  const processes = [...services.matchAll(/^(app\d): *\n {2}<<: \*app\n.*aliases: \[([\w-]+)\]/gm)].map(
    ([, , name]) => name,
  );
  const nginx = read('deploy/nginx.conf');
  const upstream = [...nginx.matchAll(/^\s*server\s+([\w-]+):3000\b/gm)].map(([, name]) => name);
  assert.equal(processes.length, 3);
  assert.deepEqual(upstream, processes);
  const backends = read('deploy/haproxy.cfg')
    .split(/^backend /m)
    .slice(1);
  for (const backend of backends)
    assert.deepEqual(
      [...backend.matchAll(/^ +server [\w-]+ ([\w-]+):3000$/gm)].map(([, name]) => name),
      processes,
    );
  assert.equal(backends.length, 2);
  const [, port] = /^\s*listen\s+(\d+);/m.exec(nginx) ?? [];
  const { ports, networks } = pairs(under(services, 'nginx'));
  assert.ok(ports?.includes(`8080:${port}'`), ports);
  const published = [...compose.matchAll(/^ +ports: \[(.*)\]$/gm)].flatMap(([, list = '']) => list.split(', '));
  assert.equal(published.length, 3);
  for (const one of published)
    assert.match(
      one,
      /^'\$\{PUBLISH_ADDRESS:-127\.0\.0\.1\}:\d+:\d+'$/,
      'on loopback, unless the operator says otherwise',
    );
  const { TRUST_PROXY } = pairs(under(compose, 'x-app', 'environment'));
  assert.ok(networks?.includes(`ipv4_address: ${TRUST_PROXY} `), 'the address of nginx is the one that is believed');
});

test('secrets that are there already are not made again', (t) => {
  const secrets = join(folder(t), 'secrets');
  makeSecrets(secrets);
  assert.equal(statSync(secrets).mode & 0o777, 0o700);
  const before = readFileSync(join(secrets, 'secret_key'), 'utf8');
  assert.throws(() => makeSecrets(secrets), /is there already/);
  assert.equal(readFileSync(join(secrets, 'secret_key'), 'utf8'), before);
});

test('all start the program with the same flags: for its memory, and for no debugger, also before its first line runs', () => {
  const flags = ['package.json', 'deploy/Dockerfile', 'deploy/realm-catalog.service'].map((file) =>
    (/node\b(.*)server\/src\/main\.ts/.exec(read(file))?.[1] ?? '').match(/--[\w=-]+/g)?.join(' '),
  );
  assert.deepEqual(new Set(flags), new Set(['--disable-sigusr1 --max-semi-space-size=16']));
});

test('no script opens a debugger by a signal', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const words = ['start', 'admin', 'sample'].map((name) => scripts[name]);
  for (const word of words) assert.match(word ?? '', /exec node --disable-sigusr1 /);
});

test('the system service starts the program with settings that are settings, and waits until it has stopped', () => {
  const unit = read('deploy/realm-catalog.service');
  const named = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name);
  assert.ok(named.length > 0 && named.every(isMeant), named.join(' '));
  const [, script = ''] = /^ExecStart=\S+\/node (?:--\S+ )+(\S+)$/m.exec(unit) ?? [];
  assert.ok(script && existsSync(join(root, script)), script);
  const [, state] = /^StateDirectory=(\S+)$/m.exec(unit) ?? [];
  assert.ok(unit.includes(`Environment=DATA_DIR=/var/lib/${state}\n`));
  const [, within] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
  assert.ok(Number(within) > 10, 'longer than the program takes to stop');
});

/** Does what a COPY says, in a folder that stands for the image. */
function copy(rest: string, image: string): void {
  const paths = rest.split(' ');
  const to = paths.pop() ?? '';
  for (const from of paths)
    cpSync(join(root, from), join(image, to.endsWith('/') ? join(to, basename(from)) : to), { recursive: true });
}

/** What `npm ci --omit=dev --omit=optional` would install, as links to what is installed; the workspaces lead into the image. */
function linkPackages(image: string): void {
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: true; optional?: true; devOptional?: true; link?: true; resolved?: string }>;
  };
  for (const [path, { dev, optional, devOptional, link, resolved = '' }] of Object.entries(lock.packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || dev || optional || devOptional) continue;
    mkdirSync(dirname(join(image, path)), { recursive: true });
    symlinkSync(link ? join(image, resolved) : join(root, path), join(image, path));
  }
}

function stamp(path: string): string {
  const { mtimeMs, size } = statSync(path);
  return `${path} ${size} ${mtimeMs}`;
}

async function exitCode(args: string[], cwd: string, env: Record<string, string>): Promise<number | null> {
  const [code] = await once(spawn(process.execPath, args, { cwd, env, stdio: 'ignore' }), 'exit');
  return code as number | null;
}

function makeSecrets(into: string): void {
  execFileSync('sh', [join(root, 'deploy/make-secrets.sh'), into], { stdio: 'pipe' });
}
