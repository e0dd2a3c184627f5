// HTTP caching: strong ETags, which change with every byte, so that a 304 is never sent for content that changed.
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

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

/** For everyone, and for content that never changes at its address. Only browsers keep it: its realm may become private. */
export function immutableControl(cdnSeconds = 0): string {
  return `public, max-age=${IMMUTABLE_SECONDS}, s-maxage=${cdnSeconds}, immutable`;
}

export interface Cacheable {
  bytes: Buffer;
  etag: string;
}

/** `digests` may stand for the content in the ETag: they change with the content and are shorter. */
export function cacheable(content: string | Buffer, digests?: Buffer): Cacheable {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { bytes, etag: `"${hash('sha256', digests ?? bytes, 'base64url').slice(0, 27)}"` };
}

/** Renders the content at the first request, because the start would have to wait for it. */
export function lazyCacheable(render: () => string): () => Cacheable {
  let rendered: Cacheable | undefined;
  return () => (rendered ??= cacheable(render()));
}

export function cachingHeaders(etag: string, control: string) {
  return { etag, 'cache-control': control, vary: 'authorization' };
}

const { everyone } = cacheControl();

/** Sends a page or a document that everyone may read. */
export function sendCacheable(request: FastifyRequest, reply: FastifyReply, { bytes, etag }: Cacheable): FastifyReply {
  reply.headers(cachingHeaders(etag, everyone));
  return matchesEtag(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(bytes);
}

/** RFC 9110, 13.1.2: weak comparison with each tag that the client has. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
