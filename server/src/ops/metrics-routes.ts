// The metrics over HTTP, for whoever has their token.
import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { problem } from '../http/problem.ts';
import type { Config } from '../config.ts';
import type { MeasuredServices } from './gauges.ts';
import type { Metrics } from './metrics.ts';

/** Without METRICS_TOKEN there is no such address. */
export function metrics(
  app: FastifyInstance,
  services: MeasuredServices & { config: Pick<Config, 'metricsToken'>; metrics: Metrics | undefined },
): void {
  const { config, metrics: measured } = services;
  if (!measured) return;
  measured.addGauges(services, app.server);

  const expected = digestOf(config.metricsToken);
  app.get('/metrics', async ({ raw }, reply) => {
    const [header = '', ...others] = raw.headersDistinct['authorization'] ?? [];
    const [, token = ''] = /^bearer +([\x21-\x7e]+)$/i.exec(others.length > 0 ? '' : header) ?? []; // of two, none is meant
    if (!timingSafeEqual(digestOf(token), expected))
      throw problem('unauthorized', 'This needs the token of the metrics: send Authorization: Bearer with it.');
    return reply
      .header('cache-control', 'no-store')
      .type(measured.contentType)
      .send(await measured.text());
  });
}

/** Of one length, whatever was sent. */
function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
