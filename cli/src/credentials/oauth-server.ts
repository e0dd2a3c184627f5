// The catalog as the server of OAuth requests, with the proxy, the time limit and the trace of the command's other requests.
import type { Io } from '../terminal/io.ts';
import type { GlobalOptions } from '../options.ts';
import { tracedFetch } from '../catalog/trace.ts';
import { userAgent } from '../version.ts';
import type { OAuthServer } from './oauth.ts';

export function oauthServer(registry: string, io: Io, options: GlobalOptions): OAuthServer {
  const { timeoutMs } = options;
  return {
    baseUrl: registry,
    fetch: tracedFetch(io, options),
    userAgent: userAgent(),
    signal: io.signal,
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
  };
}
