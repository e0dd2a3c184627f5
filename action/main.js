// The entry of the action. It runs the source of this repository with the runner's own Node: nothing is built, and nothing is installed.
import { spawnSync } from 'node:child_process';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { resolveWorkspace } from './src/resolve-workspace.js';

const { env } = process;
const hasProxy = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].some((name) => env[name]);

if (hasProxy && !env['NODE_USE_ENV_PROXY']) {
  // Node reads this variable when it starts, and not later.
  const options = /** @type {const} */ ({ stdio: 'inherit', env: { ...env, NODE_USE_ENV_PROXY: '1' } });
  process.exitCode = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], options).status ?? 1;
} else {
  registerHooks({ resolve: resolveWorkspace });
  const { run } = await import('./src/run.ts');
  process.exitCode = await run(env);
}
