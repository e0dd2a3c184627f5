// A real keychain for tests: GNOME's Secret Service on a D-Bus of its own, in a folder of its own, and `secret-tool` on the PATH.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { findProgram, without } from '../../../server/test/support/servers/debian.ts';
import { runTied } from '../../../server/test/support/servers/tied.ts';
import { until } from '../../../server/test/support/until.ts';
import { runProgram } from '../../src/credentials/run-program.ts';

/** Why tests that need it are skipped, or false. */
export const withoutKeychain = without('secret-tool') || without('gnome-keyring-daemon') || without('dbus-daemon');

export interface SecretService extends AsyncDisposable {
  /** The environment of a program that uses it. */
  env: Record<string, string | undefined>;
}

const busConfig = (socket: string) => `<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>
`;

export async function startSecretService(): Promise<SecretService> {
  const [bus, keyring, tool] = [
    findProgram('dbus-daemon'),
    findProgram('gnome-keyring-daemon'),
    findProgram('secret-tool'),
  ];
  if (!bus || !keyring || !tool) throw new Error(String(withoutKeychain));
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-keychain-'));
  const socket = join(folder, 'bus');
  writeFileSync(join(folder, 'bus.conf'), busConfig(socket));
  const own = {
    HOME: folder,
    XDG_RUNTIME_DIR: join(folder, 'run'),
    XDG_DATA_HOME: join(folder, 'data'),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}`,
  };
  mkdirSync(own.XDG_RUNTIME_DIR, { mode: 0o700 });
  const daemons = [runTied(bus, ['--config-file', join(folder, 'bus.conf'), '--nofork'], folder)];
  await until('the bus listens', () => existsSync(socket));
  writeFileSync(join(folder, 'password'), 'correct horse');
  const unlock = ['-c', 'exec "$0" --unlock --components=secrets --foreground <password', keyring.path];
  daemons.push(runTied({ path: 'sh', env: { ...keyring.env, ...own } }, unlock, folder));
  const env = { ...tool.env, ...own, PATH: [dirname(tool.path), process.env['PATH']].join(delimiter) };
  await until('the keychain answers', async () => {
    const { stderr } = await runProgram('secret-tool', ['lookup', 'any', 'thing'], { env });
    return stderr === '';
  });
  return {
    env,
    async [Symbol.asyncDispose]() {
      for (const daemon of daemons.toReversed()) await daemon.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
