// The route table of the server as it is built, so that no route can be forgotten.
import { pino } from 'pino';
import { buildApp } from '../../src/app.ts';
import type { TestCatalog } from '../support/harness.ts';

/** Each as `GET /v1/realms/:slug`: both spellings of an operation are one, and HEAD goes with GET. */
export function routesOf(catalog: TestCatalog): string[] {
  const { metrics, ...services } = catalog.services;
  const measured = metrics && { ...metrics, addGauges: () => undefined }; // the app that serves has added them
  const { routes } = buildApp({ ...services, metrics: measured }, pino({ level: 'silent' }));
  return [...new Set(routes.map(({ method, path }) => `${method} ${shortSpelling(path)}`))].toSorted();
}

/** As the contract names the parameter that takes the rest of a path. */
function shortSpelling(path: string): string {
  return path.replace(/^\/v1\/api\//, '/v1/').replace(/^(\/v1\/.*)\*$/, '$1:path');
}
