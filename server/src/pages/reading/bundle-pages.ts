// The command line, the client of TypeScript and the script of the pages that publish, as this catalog serves them; and the pages that say how to install them.
import { clientsPage } from '@realm-catalog/web/pages/clients';
import type { Bundle, Bundles } from '../../bundles/bundles.ts';
import { cacheable, type Cacheable } from '../../http/caching.ts';
import { cacheableResponse } from '../../http/response.ts';
import type { PageHandler } from '../page.ts';

/** Another content has another address. */
const CONTROL = 'public, max-age=31536000, immutable';
const headers = { 'content-type': 'application/gzip', vary: 'accept-encoding' };

const scriptHeaders = { 'content-type': 'text/javascript; charset=utf-8', vary: 'accept-encoding' };

export function createBundlePages({ bundles }: { bundles: Bundles }) {
  const { cli, client, publish, python, go } = bundles;
  const docsClients: PageHandler = async ({ site }) => {
    const [ofClient, ofWheel, ofModule] = await Promise.all([client.read(), python.read(), go.read()]);
    return clientsPage(site, {
      typescript: { url: client.url, sha256: ofClient.sha256 },
      python: { url: python.url, sha256: ofWheel.sha256 },
      go: { url: go.url, sha256: ofModule.sha256 },
    });
  };
  return {
    docsClients,
    commandLine: tarball(cli),
    newestCommandLine: newest(cli),
    client: tarball(client),
    newestClient: newest(client),
    publishScript: script(publish),
  };
}

function newest({ url }: Bundle): PageHandler {
  return async () => ({ location: url });
}

/** At the address of another version, too, the present one is found, as with the other assets (`assets.ts`). Its compressed forms are kept with it. */
function script(bundle: Bundle): PageHandler {
  let content: Cacheable | undefined;
  return async ({ params }) => {
    content ??= cacheable((await bundle.read()).bytes);
    return cacheableResponse(content, scriptHeaders, params['hash'] === bundle.version ? CONTROL : 'no-cache');
  };
}

/** Any other version leads to the present one. */
function tarball(bundle: Bundle): PageHandler {
  return async ({ params }) =>
    params['version'] === bundle.version
      ? cacheableResponse(cacheable((await bundle.read()).bytes), headers, CONTROL)
      : { location: bundle.url };
}
