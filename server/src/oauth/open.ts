// Opens the provider when a request first needs it.
import type { Keyring } from '../credentials/keyring.ts';
import type { Config } from '../config/config.ts';
import type { SignInServices } from '../accounts/sign-in/sign-in.ts';
import type { BaseLogger } from 'pino';
import type { Provider } from 'oidc-provider';
import { captureFailures } from './failures.ts';
import { askBeforeRedirect } from './redirect-page.ts';
import type { Render } from './page-response.ts';
import type { RequestContexts } from './store.ts';

export interface OAuthServices extends SignInServices {
  config: Config;
  keyring: Keyring;
}

export type OpenProvider = () => Promise<Provider>;

/** The provider is a large module, and the server is ready without it. So it is loaded with the first request that needs it. */
export function openOnDemand(
  log: BaseLogger,
  services: OAuthServices,
  requests: RequestContexts,
  render: Render,
): OpenProvider {
  let opening: Promise<Provider> | undefined;
  async function load(): Promise<Provider> {
    const { openProvider } = await import('./provider.ts');
    const provider = await openProvider(services, requests, render);
    captureFailures(provider, requests);
    askBeforeRedirect(provider, services.config.publicUrl, services.db, render);
    provider.on('error', (error) => log.error({ reqId: requests.getStore()?.requestId, err: error }, 'oauth failed'));
    return provider;
  }
  /** The next request tries again. Opening fails while the database does not answer. */
  function resetOpening(error: unknown): never {
    opening = undefined;
    throw error;
  }
  return async () => {
    const provider = await (opening ??= load().catch(resetOpening));
    provider.keys = await services.keyring.cookieKeys(); // a rotation may have replaced them
    return provider;
  };
}
