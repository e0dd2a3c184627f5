// Finds the packages of this repository beside this folder, and those of others in `vendor/`, where nothing was installed.
import { readFileSync } from 'node:fs';

const SCOPE = '@realm-catalog/';
const VENDORED = new Map([
  ['ignore', 'ignore.cjs'],
  ['node-diff3', 'node-diff3.mjs'],
]);
/** Packages that are not in a folder of their name. */
const FOLDERS = new Map([['client', 'clients/typescript']]);
const root = new URL('../../', import.meta.url);

/**
 * @param {string} specifier
 * @param {import('node:module').ResolveHookContext} context
 * @param {(specifier: string, context?: import('node:module').ResolveHookContext) => import('node:module').ResolveFnOutput} next
 */
export function resolveWorkspace(specifier, context, next) {
  const vendored = VENDORED.get(specifier);
  if (vendored) return next(new URL(`../vendor/${vendored}`, import.meta.url).href, context);
  if (!specifier.startsWith(SCOPE)) return next(specifier, context);
  const [name = '', ...path] = specifier.slice(SCOPE.length).split('/');
  const folder = new URL(`${FOLDERS.get(name) ?? name}/`, root);
  const { exports } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  const entry = exports[['.', ...path].join('/')];
  return next(new URL(typeof entry === 'string' ? entry : entry.default, folder).href, context);
}
