// The hosts of previews, where `PREVIEW_URL` gives each realm one: they answer preview files alone, so that nothing of the catalog shares an origin with
// the work of an author.
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AccessLog } from '../api/access-log.ts';
import type { ResponseHeaders } from '../http/headers.ts';
import { hostName } from '../http/host.ts';
import { requestId } from '../api/request-hooks.ts';
import type { PreviewPlace } from '../realms/preview-address.ts';

/** The first label of a preview host that a request is for; undefined on the catalog's own. */
export function previewLabel(host: string | undefined, previewUrl: string): string | undefined {
  if (previewUrl === '' || host === undefined) return undefined;
  const end = hostName(previewUrl.slice(previewUrl.indexOf('*') + 1));
  const name = hostName(host);
  return name.endsWith(end) ? name.slice(0, -end.length) : undefined;
}

/** Replaces the request listeners of the server by one that refuses, on the hosts of previews, everything else. */
export function refuseOthersOnPreviewHosts(
  server: Server,
  { previewUrl }: PreviewPlace,
  addressOf: (request: IncomingMessage) => string,
  accessLog: AccessLog,
  headersOf: ResponseHeaders,
): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (request, response) => {
    const { method = '', url = '', headers } = request;
    const isForPreview = (method === 'GET' || method === 'HEAD') && url.startsWith('/preview/');
    if (isForPreview || previewLabel(headers.host, previewUrl) === undefined) {
      for (const listener of listeners) listener(request, response);
      return;
    }
    const id = requestId(request);
    const own = { 'content-type': 'text/plain', connection: 'close' };
    response.writeHead(404, { ...headersOf(id), ...own }).end('Here are previews alone.\n');
    accessLog({ id, method, url, route: '', status: 404, ms: 0, ip: addressOf(request) });
  });
}
