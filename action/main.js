// The entry of the action. It runs the source of this repository with the runner's own Node: nothing is built, and nothing is installed.
import { spawnSync } from 'node:child_process';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { resolveWorkspace } from './src/resolve-workspace.js';

const { env } = process;
registerHooks({ resolve: resolveWorkspace });
const hasProxy = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].some((name) => env[name]);
const noProxy = await withThisMachine(env['no_proxy'] || env['NO_PROXY'] || '', env['INPUT_REGISTRY'] ?? '');

if (hasProxy && !(env['NODE_USE_ENV_PROXY'] && env['no_proxy'] === noProxy)) {
  // Node reads these variables when it starts, and not later. Of the two names of the list, it takes the one in lower case.
  const proxyEnv = { ...env, NODE_USE_ENV_PROXY: '1', no_proxy: noProxy };
  const options = /** @type {const} */ ({ stdio: 'inherit', env: proxyEnv });
  process.exitCode = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], options).status ?? 1;
} else {
  const { run } = await import('./src/run.ts');
  process.exitCode = await run(env);
}

/**
 * The list of hosts without a proxy, with this machine on it: a token may go there over plain http, and a proxy would read that token.
 * @param {string} list
 * @param {string} registry
 */
async function withThisMachine(list, registry) {
  const { isLoopback } = await import('../cli/src/settings/settings.ts');
  const address = registry.trim();
  const here = URL.canParse(address) && isLoopback(address) ? [new URL(address).hostname] : [];
  const names = ['localhost', '.localhost', '127.0.0.1', '[::1]', ...here];
  return [...new Set([...list.split(/[\s,]+/), ...names])].filter(Boolean).join(',');
}
