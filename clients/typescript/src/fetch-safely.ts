// Fetches without giving what is written to another server: a read follows redirects, and a write only those that stay on its origin.
import { unexpected } from './response.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const MAX_REDIRECTS = 5;

/** The body is made anew for each request. */
export async function fetchSafely(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  body: () => RequestInit['body'] | undefined,
): Promise<Response> {
  const isRead = init.method === 'GET' || init.method === 'HEAD';
  for (let address = url, redirects = 0; ; redirects++) {
    const redirect = isRead ? 'follow' : 'manual';
    // A stream needs `duplex`, which the types of browsers lack, and other bodies do not mind it.
    const all: RequestInit & { duplex: 'half' } = { ...init, redirect, body: body() ?? null, duplex: 'half' };
    const response = await fetch(address, all);
    const { status, type, headers } = response;
    // Browsers do not say where a redirect leads that they do not follow.
    const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400);
    if (isRead || !isRedirect) return response;
    const target = new URL(headers.get('location') ?? address, address);
    const keepsMethod = status === 307 || status === 308;
    if (!keepsMethod || target.origin !== new URL(url).origin || redirects === MAX_REDIRECTS)
      throw unexpected(response, `a redirect to ${target.origin}${target.pathname}`);
    void response.body?.cancel();
    address = target.href;
  }
}
