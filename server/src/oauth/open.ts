// The provider, opened when it is first needed.
import type { Keyring } from '../credentials/keyring.ts';
import type { Config } from '../config.ts';
import type { LoginServices } from '../accounts/login.ts';
import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import { keepFailures } from './failures.ts';
import type { Asking } from './store.ts';

export interface OAuthServices extends LoginServices {
  config: Config;
  keyring: Keyring;
}

export type OpenProvider = () => Promise<Provider>;

/** The provider is large, and a catalog can be ready without it: it is loaded for the first request that needs it. */
export function openLate({ log }: FastifyInstance, services: OAuthServices, asking: Asking): OpenProvider {
  let opening: Promise<Provider> | undefined;
  async function load(): Promise<Provider> {
    const { openProvider } = await import('./provider.ts');
    const provider = await openProvider(services, asking);
    keepFailures(provider, asking);
    provider.on('error', (error) => log.error({ reqId: asking.getStore()?.requestId, err: error }, 'oauth failed'));
    return provider;
  }
  /** Tried again after it failed, as it does while the store is away. */
  function forget(error: unknown): never {
    opening = undefined;
    throw error;
  }
  return async () => {
    const provider = await (opening ??= load().catch(forget));
    provider.keys = await services.keyring.cookieKeys(); // they may have been replaced
    return provider;
  };
}
