// Opens an address in the user's browser, where there is one.
import { spawn } from 'node:child_process';
import type { Environment } from './terminal/io.ts';

/** Resolves to whether a browser was started. The address is of http or https, and no shell reads it. */
export async function openInBrowser(address: string, env: Environment, platform = process.platform): Promise<boolean> {
  const { protocol, href } = new URL(address);
  const program = browserProgram(platform, env);
  if (!program || !/^https?:$/.test(protocol)) return false;
  const [file = '', ...words] = program;
  return new Promise((resolve) => {
    const child = spawn(file, [...words, href], { stdio: 'ignore', detached: true, env });
    child.on('error', () => resolve(false)).on('spawn', () => resolve(true));
    child.unref();
  });
}

/** `BROWSER` names a program, as for other tools of Unix; without a screen there is none. */
function browserProgram(platform: NodeJS.Platform, env: Environment): string[] | undefined {
  if (env['BROWSER']) return [env['BROWSER']];
  if (platform === 'darwin') return ['open'];
  const windows = env['SystemRoot'];
  if (platform === 'win32')
    return windows ? [`${windows}/System32/rundll32.exe`, 'url.dll,FileProtocolHandler'] : undefined; // a bare name could be a program of the folder
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}
