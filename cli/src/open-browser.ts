// Opens a page in the browser of this machine, where there is one.
import { spawn } from 'node:child_process';
import type { Environment } from './io.ts';

/** Over ssh, the browser would open at another desk than the one where the person sits. */
export function hasBrowser(env: Environment, platform = process.platform): boolean {
  if (env['SSH_CONNECTION'] || env['SSH_TTY']) return false;
  return platform === 'darwin' || platform === 'win32' || !!env['BROWSER'] || !!env['DISPLAY'] || !!env['WAYLAND_DISPLAY'];
}

/** The address is one argument, never a part of a shell's line. Resolves to whether a program was started. */
export function openBrowser(address: string, env: Environment, platform = process.platform): Promise<boolean> {
  const [program, ...args] = openerOf(env, platform);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { env, stdio: 'ignore', detached: true });
    child.on('error', () => resolve(false));
    child.on('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function openerOf(env: Environment, platform: NodeJS.Platform): [string, ...string[]] {
  if (env['BROWSER']) return [env['BROWSER']];
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}
