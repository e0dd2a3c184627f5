// The route table of the server as it is built, so that no route can be forgotten.
import assert from 'node:assert/strict';
import { pino } from 'pino';
import { operations } from '@realm-catalog/contract';
import { buildApp } from '../../src/app.ts';
import { GRAPHQL_PATH, SCHEMA_PATH } from '../../src/graphql/routes.ts';
import { pagePaths } from '../../src/pages/paths.ts';
import type { TestCatalog } from '../support/harness.ts';

/** The routes that lead to all operations, which have a table of their own. */
const CATCH_ALL = /^\/v1\/?\*?$/;

/** Each as `GET /v1/realms/:slug`: both spellings of an operation are one, and HEAD goes with GET. */
export async function routesOf(catalog: TestCatalog): Promise<string[]> {
  const { metrics, ...services } = catalog.services;
  const measured = metrics && { ...metrics, addGauges: () => undefined }; // the app that serves has added them
  const app = buildApp({ ...services, metrics: measured }, pino({ level: 'silent' }));
  await app.ready();
  // The tree leaves out the beginning of an address with a wildcard: those are pages, which have a table of their own, too.
  const printed = urlsOf(app.printRoutes({ commonPrefix: false })).filter(
    (url) => !url.endsWith('*') && !CATCH_ALL.test(url),
  );
  const pages = [...printed, ...Object.values(pagePaths).map(({ path }) => path)];
  const paths = Object.values(operations).map(({ path }) => `/v1${path.replaceAll(/\{(\w+)(?:\.\.\.)?\}/g, ':$1')}`);
  const graphql = [GRAPHQL_PATH, SCHEMA_PATH].map((path) => `/v1${path}`);
  const urls = [...new Set([...pages, ...paths, ...graphql])];
  await app.close();
  const routes = await Promise.all(
    urls.map(async (url) => (await methodsOf(catalog, url)).map((method) => `${method} ${shortSpelling(url)}`)),
  );
  return [...new Set(routes.flat())].toSorted();
}

/** Fastify prints them as a tree, each line being the part that it adds to the line that it hangs on. */
function urlsOf(tree: string): string[] {
  const parts: string[] = [];
  return tree
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, indent = '', part = ''] = /^([│ ]*)[├└]── (\S+) \(/.exec(line) ?? assert.fail(`unreadable: ${line}`);
      parts.splice(indent.length / 4, parts.length, part);
      return parts.join('');
    });
}

/** Every other method is answered with 405, which names them. */
async function methodsOf(catalog: TestCatalog, url: string): Promise<string[]> {
  const { status, headers } = await catalog.ask(url, { method: 'PURGE' });
  assert.equal(status, 405, url);
  const methods = (headers.get('allow') ?? '').split(', ');
  return methods.filter((method) => method !== 'OPTIONS' && (method !== 'HEAD' || !methods.includes('GET')));
}

function shortSpelling(url: string): string {
  return url.replace(/^\/v1\/api\//, '/v1/');
}
