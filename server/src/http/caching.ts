// HTTP caching: strong ETags, which change with every byte, so that a 304 is never sent for content that changed.
import { hash } from 'node:crypto';
import type { AcceptedEncoding, Coding } from './accept-encoding.ts';

export type Audience = 'everyone' | 'caller';

/**
 * `Cache-Control` by audience. Responses for everyone may be stored, and are revalidated each time, so no purge is ever needed. Only if the
 * operator allows it, a CDN serves them without revalidation for `cdnSeconds`.
 */
export function cacheControl(cdnSeconds = 0): Record<Audience, string> {
  const shared = cdnSeconds > 0 ? `s-maxage=${cdnSeconds}, ` : '';
  return { everyone: `public, max-age=0, ${shared}must-revalidate`, caller: 'private, no-store' };
}

/** How long a browser keeps what never changes; as long as a link to an archive is good. */
const IMMUTABLE_SECONDS = 900;

/** For everyone, and for content that never changes at its address. A CDN keeps it for `cdnSeconds` alone: its realm may become private. */
export function immutableControl(cdnSeconds = 0): string {
  return `public, max-age=${IMMUTABLE_SECONDS}, s-maxage=${cdnSeconds}, immutable`;
}

export interface Cacheable {
  bytes: Buffer;
  etag: string;
}

/** The ETag is a hash of `etagInput`, which changes with the content and is shorter, or of the content itself. */
export function cacheable(content: string | Buffer, etagInput?: Buffer): Cacheable {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { bytes, etag: `"${hash('sha256', etagInput ?? bytes, 'base64url').slice(0, 27)}"` };
}

export function cachingHeaders(etag: string, control: string, vary = 'authorization, accept-encoding') {
  return { etag, 'cache-control': control, vary };
}

/** Each coding of a response is a representation of its own, with a strong ETag of its own (RFC 9110, 8.8.3.3). */
export function encodedEtag(etag: string, coding: Coding | undefined): string {
  return coding ? `${etag.slice(0, -1)}-${coding}"` : etag;
}

/** Which representation a client has and may go on using: the one it would be sent, or the one that is not compressed. */
export function matchingRepresentation(
  ifNoneMatch: string | undefined,
  etag: string,
  { coding, takesIdentity }: AcceptedEncoding,
): { coding: Coding | undefined } | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (matchesEtag(ifNoneMatch, encodedEtag(etag, coding))) return { coding };
  return takesIdentity && matchesEtag(ifNoneMatch, etag) ? { coding: undefined } : undefined;
}

/** RFC 9110, 13.1.2: weak comparison with each tag that the client has. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
