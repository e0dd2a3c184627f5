// The metrics over HTTP, for clients with their token.
import { hash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import type { RawHandler } from '../api/raw-routes.ts';
import { problem } from '../http/problem.ts';
import { response } from '../http/response.ts';
import type { Config } from '../config/config.ts';
import type { MeasuredServices } from './gauges.ts';
import type { Metrics } from './metrics.ts';

/** Shows the metrics, and the gauges of the services and of the server among them. */
export function metricsHandler(
  opened: Metrics,
  services: MeasuredServices & { config: Pick<Config, 'metricsToken'> },
  server: Server,
): RawHandler {
  opened.addGauges(services, server);
  const expected = hashToken(services.config.metricsToken);
  return async ({ request }) => {
    const [header = '', ...others] = request.headersDistinct['authorization'] ?? [];
    const [, token = ''] = /^bearer +([\x21-\x7e]+)$/i.exec(others.length > 0 ? '' : header) ?? []; // two headers are ambiguous
    if (!timingSafeEqual(hashToken(token), expected))
      throw problem('unauthorized', 'This needs the metrics token: send it as Authorization: Bearer.');
    const headers = { 'cache-control': 'no-store', 'content-type': opened.contentType };
    return response(200, headers, Buffer.from(await opened.text()));
  };
}

/** Hashes have one length, which `timingSafeEqual` needs. */
function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
