// The 308 for a realm that was renamed: the same request, at the address with its new slug.
import { response, type Response } from '../http/response.ts';

/** Thrown by an operation whose realm has another slug now. */
export class MovedError extends Error {
  readonly slug: string;

  constructor(slug: string) {
    super(`the realm is at ${slug}`);
    this.slug = slug;
  }
}

/** No cache may store it: the realm may take its old slug back, become private or be deleted. */
export function movedResponse(url: string, { slug }: MovedError, publicUrl: string): Response {
  const location = publicUrl + withSlug(url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, ''), slug);
  return response(308, { location, 'content-length': '0', 'cache-control': 'no-store' });
}

/** The URL with another slug, and all else as it is: its spelling, what is below the realm, and its query. */
function withSlug(url: string, slug: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  const rest = url.slice(path.length);
  const segments = path.split('/');
  // The router has decoded the path to match it, so each segment can be decoded.
  segments[segments.findIndex((segment) => decodeURIComponent(segment) === 'realms') + 1] = slug;
  return segments.join('/') + (rest.startsWith('?') ? rest : '');
}
