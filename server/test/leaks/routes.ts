// The route table of the server as the leak matrix reads it: which routes name a realm in their address, and by which parameters.
import type { TestCatalog } from '../support/harness.ts';
import type { Target } from './answers.ts';

/** Each as `GET /v1/realms/:slug`: both spellings of an operation are one, HEAD goes with GET, and the rest of a path is `:path`. */
export function routesOf({ routes }: TestCatalog): string[] {
  const all = routes.map(
    ({ method, path }) => `${method} ${path.replace(/^\/v1\/api\//, '/v1/').replace('*', ':path')}`,
  );
  return [...new Set(all)].toSorted();
}

/** The parameters of addresses that name a realm, or a part of it, and what they are filled with. */
const ofRealm: Record<string, (target: Target) => string> = {
  slug: ({ slug }) => slug,
  realm: ({ id }) => id,
  version: () => '1.0.0',
  path: () => 'README.md',
  range: () => '1.0.0...1.0.0',
  name: () => '1-480.webp',
};

/** The parameters that name something else. */
const ofOthers = new Set([
  'username',
  'id',
  'uid',
  'hash',
  'digest',
  'filename',
  'file',
  'chapter',
  'document',
  'project',
]);

const parameter = /:(\w+)/g;

export const parametersOf = (route: string): string[] => [...route.matchAll(parameter)].map(([, name = '']) => name);

export const unknownParameters = (route: string): string[] =>
  parametersOf(route).filter((name) => !(name in ofRealm) && !ofOthers.has(name));

/** Below these, a slug is that of a collection. */
const ofCollection = /^\w+ (?:\/v1)?\/(?:collections|curate)\//;

export const namesRealm = (route: string): boolean =>
  parametersOf(route).some((name) => name === 'slug' || name === 'realm') && !ofCollection.test(route);

/** The address of a route for a realm; `params` has other values than its own. */
export function addressOf(route: string, target: Target, params: Record<string, string> = {}): string {
  const [, path = ''] = route.split(' ');
  return path.replaceAll(parameter, (_, name: string) => params[name] ?? ofRealm[name]?.(target) ?? '');
}
