// The command line and the client as this catalog serves them, and the page that says how to run them.
import { commandLinePage } from '@realm-catalog/web';
import type { Bundle, Bundles } from '../bundles/bundles.ts';
import { cacheable } from '../http/caching.ts';
import { cacheableResponse } from '../http/response.ts';
import type { PageHandler } from './page.ts';

/** Another content has another address. */
const CONTROL = 'public, max-age=31536000, immutable';
const headers = { 'content-type': 'application/gzip', vary: 'accept-encoding' };

export function createBundlePages({ cli, client }: Bundles) {
  const docsCli: PageHandler = async ({ site }) => {
    const [ofCommandLine, ofClient] = await Promise.all([cli.read(), client.read()]);
    return commandLinePage(site, {
      commandLine: { url: cli.url, sha256: ofCommandLine.sha256 },
      client: { url: client.url, sha256: ofClient.sha256 },
    });
  };
  return {
    docsCli,
    commandLine: tarball(cli),
    newestCommandLine: newest(cli),
    client: tarball(client),
    newestClient: newest(client),
  };
}

function newest({ url }: Bundle): PageHandler {
  return async () => ({ location: url });
}

/** Any other version leads to the present one. */
function tarball(bundle: Bundle): PageHandler {
  return async ({ params }) =>
    params['version'] === bundle.version
      ? cacheableResponse(cacheable((await bundle.read()).bytes), headers, CONTROL)
      : { location: bundle.url };
}
