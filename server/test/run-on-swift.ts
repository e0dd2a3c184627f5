// Runs the tests of archives in S3 once more on OpenStack Swift, which is no relative of the S3 server of the other tests.
//   npm run test:stores               all of them
//   npm run test:stores -- FILE …     these files
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startSwift } from './support/servers/swift.ts';

const ABOUT_S3 = ['archives/archives', 'downloads/s3-links', 'archives/s3-health', 'archives/verified'].map(
  (name) => `server/test/${name}.test.ts`,
);

await using swift = await startSwift();
if (!swift) throw new Error("Swift cannot be had from Debian's packages: run this on Debian, with apt-get and python3");
const files = process.argv.length > 2 ? process.argv.slice(2) : ABOUT_S3;
const { status } = spawnSync(process.execPath, ['--test', '--test-concurrency=1', ...files], {
  cwd: fileURLToPath(new URL('../../', import.meta.url)),
  env: { ...process.env, TEST_ROUND: 'large', TEST_S3_URL: swift.url },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
