// A second S3 server for tests, by other people: OpenStack Swift with its `s3api`, from Debian's packages, on ports of this machine.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../free-port.ts';
import { findPython, pythonModules, unpacked, type Program } from './debian.ts';
import { listening } from './listening.ts';
import { runTied } from './tied.ts';

export interface SwiftServer extends AsyncDisposable {
  /** For `TEST_S3_URL`: with the key and the bucket. */
  readonly url: string;
}

const BUCKET = 'archives';
const KEY = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };
const STORAGE = ['account', 'container', 'object'] as const;

/** Swift reads `/etc/swift` unless it is told otherwise before it starts. */
const SERVE = `
import sys
from swift.common import utils
from swift.common.wsgi import run_wsgi
utils.set_swift_dir(sys.argv[1])
sys.exit(run_wsgi('%s/%s.conf' % tuple(sys.argv[1:]), sys.argv[2] + '-server'))
`;

/** Undefined where Debian's packages are not there. */
export async function startSwift(): Promise<SwiftServer | undefined> {
  const python = findPython();
  if (!python || !existsSync(join(pythonModules, 'swift'))) return undefined;
  await using starting = new AsyncDisposableStack(); // what has begun when a later step fails is ended again
  const folder = starting.adopt(mkdtempSync(join(tmpdir(), 'realm-catalog-swift-')), (made) =>
    rmSync(made, { recursive: true }),
  );
  mkdirSync(join(folder, 'devices/disk'), { recursive: true });
  writeFileSync(join(folder, 'serve.py'), SERVE);
  writeFileSync(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = test\n');

  async function serve(name: string, port: number, rest: string): Promise<void> {
    writeFileSync(join(folder, `${name}.conf`), settings(folder, port) + rest);
    starting.adopt(runTied(python as Program, ['serve.py', folder, name], folder), (running) => running.end());
    await listening(port, `Swift's ${name} server`, 1_200); // a busy machine takes its time to load them
  }
  const ports = await Promise.all([...STORAGE, 'proxy'].map(freePort));
  const [proxyPort = 0, ...storagePorts] = ports.toReversed();
  const storage = STORAGE.map((name, at) => {
    const port = storagePorts[at] ?? 0;
    makeRing(python, folder, name, port);
    return serve(name, port, storageApp(name));
  });
  await Promise.all([...storage, serve('proxy', proxyPort, PROXY)]);
  await makeBucket(`http://127.0.0.1:${proxyPort}`);
  const all = starting.move();
  return {
    url: `http://${encodeURIComponent(KEY.accessKeyId)}:${KEY.secretAccessKey}@127.0.0.1:${proxyPort}/${BUCKET}`,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

const storageApp = (name: string) =>
  `[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`;

/** Where the objects of one kind are: all of them on this one server. */
function makeRing({ path, env }: Program, folder: string, name: string, port: number): void {
  const builder = join(unpacked, 'usr/bin/swift-ring-builder');
  for (const args of [['create', '1', '1', '0'], ['add', `r1z1-127.0.0.1:${port}/disk`, '1'], ['rebalance']])
    execFileSync(path, [builder, `${name}.builder`, ...args], { cwd: folder, env, stdio: 'ignore' });
}

const settings = (folder: string, port: number) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
user = ${execFileSync('id', ['-un'], { encoding: 'utf8' }).trim()}
workers = 0
log_address = /dev/null
`;

const PROXY = `
[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${KEY.secretAccessKey} .admin
[filter:slo]
use = egg:swift#slo
`;

async function makeBucket(endpoint: string): Promise<void> {
  const client = new S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1', credentials: KEY });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
}
