// A catalog for tests of the client, whose links and upload addresses lead to itself.
import { gzipSync } from 'node:zlib';
import { outputFolder } from '../../../packing/packages.ts';
import { makeTar } from '../../../server/src/archives/make-tar.ts';
import { freePort } from '../../../server/test/support/free-port.ts';
import { startCatalog, type Seed, type TestCatalog } from '../../../server/test/support/harness.ts';

/** A folder of this process, in which packages can be compiled. */
export const stages = `${outputFolder}/test-${process.pid}`;

export async function startReachableCatalog(seed?: Seed, env: Record<string, string> = {}): Promise<TestCatalog> {
  const port = String(await freePort());
  return startCatalog(seed, { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ...env });
}

/** A `.tar.gz` with a manifest of this version, or one that names none. */
export async function anArchive(
  version: string | undefined,
  ...files: [path: string, content: string][]
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(gzipSync(await makeTar('app', [['realm.json', JSON.stringify({ version })], ...files])));
}
