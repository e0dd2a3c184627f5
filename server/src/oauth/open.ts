// The provider, opened when it is first needed.
import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Services } from '../services.ts';
import type { Asking } from './store.ts';

export type OpenProvider = () => Promise<Provider>;

/** The provider is large, and a catalog can be ready without it: it is loaded for the first request that needs it. */
export function openLate({ log }: FastifyInstance, services: Services, asking: Asking): OpenProvider {
  let opening: Promise<Provider> | undefined;
  async function load(): Promise<Provider> {
    const { openProvider } = await import('./provider.ts');
    const provider = await openProvider(services, asking);
    const failed = (error: unknown) => log.error({ reqId: asking.getStore()?.requestId, err: error }, 'oauth failed');
    provider.on('server_error', (_ctx, error) => failed(error));
    provider.on('error', failed);
    return provider;
  }
  return async () => {
    const provider = await (opening ??= load());
    provider.keys = await services.keyring.cookieKeys(); // they may have been replaced
    return provider;
  };
}
