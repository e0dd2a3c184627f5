// The client of the catalog that a command talks to.
import { createClient, type Client } from '@realm-catalog/client';
import { checkAnswer, loadSchemas } from './answer-shape.ts';
import type { Credential } from '../credentials/credential.ts';
import type { Io } from '../terminal/io.ts';
import type { GlobalOptions } from '../options.ts';
import { createFetch } from '../settings/proxy.ts';
import type { Settings } from '../settings/settings.ts';
import { traceHooks } from './trace.ts';
import { userAgent } from '../version.ts';
import { isSilent, waitHooks, withWaitNote } from '../terminal/waits.ts';

interface ClientSettings {
  io: Io;
  settings: Settings;
  options: GlobalOptions;
  /** Asked when the first request is sent. */
  credential: () => Promise<Credential | undefined>;
}

export function createCatalogClient({ io, settings, options, credential }: ClientSettings): Client {
  const { timeoutMs, verbose } = options;
  const send = createFetch(io.env);
  const waiting = isSilent(options) ? send : withWaitNote(send, io, options);
  const { registry } = settings;
  const hooks = {
    ...(verbose ? traceHooks(io) : isSilent(options) ? {} : waitHooks(io)),
    onData: ({ method, data }: { method: string; data: unknown }) => checkAnswer(registry, method, data),
  };
  return createClient({
    baseUrl: registry,
    token: async () => (await credential())?.token,
    fetch(url, init) {
      void loadSchemas();
      return waiting(url, init);
    },
    userAgent: userAgent(),
    ...(timeoutMs !== undefined && { timeout: { attempt: timeoutMs, total: timeoutMs } }),
    hooks,
  });
}
