// What a reader may keep: a strong ETag, which differs wherever a byte does, so that 304 is never said of something that changed.
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Audience = 'everyone' | 'caller';

/**
 * `Cache-Control` for whom an answer is meant. What everyone may read, anyone may keep, and asks each time whether it is still true: no purge
 * is ever needed. Only where the operator allows it, a CDN answers by itself for so many seconds.
 */
export function cacheControl(cdnSeconds = 0): Record<Audience, string> {
  const shared = cdnSeconds > 0 ? `s-maxage=${cdnSeconds}, ` : '';
  return { everyone: `public, max-age=0, ${shared}must-revalidate`, caller: 'private, no-store' };
}

export interface Cacheable {
  bytes: Buffer;
  etag: string;
}

/** `digests` differ wherever the content does, and are fewer. */
export function cacheable(content: string | Buffer, digests?: Buffer): Cacheable {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { bytes, etag: `"${hash('sha256', digests ?? bytes, 'base64url').slice(0, 27)}"` };
}

/** Made when it is asked for first: a start would wait for it. */
export function cacheableWhenAsked(make: () => string): () => Cacheable {
  let made: Cacheable | undefined;
  return () => (made ??= cacheable(make()));
}

export function cachingHeaders(etag: string, control: string) {
  return { etag, 'cache-control': control, vary: 'authorization' };
}

const { everyone } = cacheControl();

/** A page or a document that everyone may read. */
export function sendCacheable(request: FastifyRequest, reply: FastifyReply, { bytes, etag }: Cacheable): FastifyReply {
  reply.headers(cachingHeaders(etag, everyone));
  return isKnown(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(bytes);
}

/** RFC 9110, 13.1.2: weak comparison with each of the tags that the client holds. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
