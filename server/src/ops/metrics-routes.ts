// The metrics over HTTP, for clients with their token.
import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { problem } from '../http/problem.ts';
import type { Config } from '../config.ts';
import type { MeasuredServices } from './gauges.ts';
import type { Metrics } from './metrics.ts';

/** Without METRICS_TOKEN there is no `/metrics`. */
export function addMetricsRoute(
  app: FastifyInstance,
  services: MeasuredServices & { config: Pick<Config, 'metricsToken'>; metrics: Metrics | undefined },
): void {
  const { config, metrics: opened } = services;
  if (!opened) return;
  opened.addGauges(services, app.server);

  const expected = hashToken(config.metricsToken);
  app.get('/metrics', async ({ raw }, reply) => {
    const [header = '', ...others] = raw.headersDistinct['authorization'] ?? [];
    const [, token = ''] = /^bearer +([\x21-\x7e]+)$/i.exec(others.length > 0 ? '' : header) ?? []; // two headers are ambiguous
    if (!timingSafeEqual(hashToken(token), expected))
      throw problem('unauthorized', 'This needs the token of the metrics: send Authorization: Bearer with it.');
    return reply
      .header('cache-control', 'no-store')
      .type(opened.contentType)
      .send(await opened.text());
  });
}

/** Hashes have one length, which `timingSafeEqual` needs. */
function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
