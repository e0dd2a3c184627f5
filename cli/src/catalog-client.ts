// The client of the catalog that a command talks to.
import { createClient, type Client } from '@realm-catalog/client';
import type { Credential } from './credential.ts';
import type { Io } from './io.ts';
import type { GlobalOptions } from './options.ts';
import { createFetch } from './proxy.ts';
import type { Settings } from './settings.ts';
import { traceHooks } from './trace.ts';
import { userAgent } from './version.ts';

interface ClientSettings {
  io: Io;
  settings: Settings;
  options: GlobalOptions;
  /** Asked when the first request is sent. */
  credential: () => Promise<Credential | undefined>;
}

export function createCatalogClient({ io, settings, options, credential }: ClientSettings): Client {
  const { timeoutMs } = options;
  return createClient({
    baseUrl: settings.registry,
    token: async () => (await credential())?.token,
    fetch: createFetch(io.env),
    userAgent: userAgent(),
    ...(timeoutMs !== undefined && { timeout: { attempt: timeoutMs, total: timeoutMs } }),
    ...(options.verbose && { hooks: traceHooks(io) }),
  });
}
