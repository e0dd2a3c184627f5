// The archives that links lead to: from the store and the keys in memory alone, so they come down while the database is away.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Archives, ByteRange } from '../archives/archives.ts';
import { isKnown } from '../http/caching.ts';
import { problem } from '../http/problem.ts';
import { archiveHeaders, type GivenLink, type Links } from './links.ts';
import { requestedRange } from './ranges.ts';

type Asked = FastifyRequest<{ Params: { digest: string; filename: string } }>;

export function archiveRoutes(app: FastifyInstance, archives: Archives, links: Links): void {
  async function handler(request: Asked, reply: FastifyReply): Promise<FastifyReply> {
    const link = linkOf(request);
    const seconds = await links.verify(link);
    if (seconds === undefined) throw problem('forbidden', 'This link was not made here, or was changed on its way.');
    if (seconds === 0) throw problem('forbidden', 'The link has expired; ask for a new one.');
    const size = await archives.size(link.digest);
    if (size === undefined) throw gone();

    const etag = `"${link.digest}"`;
    const always = { etag, 'cache-control': `private, max-age=${seconds}, immutable`, 'accept-ranges': 'bytes' };
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).headers(always).send();

    const range = requestedRange(rangeHeader(request, etag), size);
    // Without a body: the codes of problems are those of the operations, and none of them answers so.
    if (range === 'unsatisfiable')
      return reply
        .code(416)
        .headers({ ...always, 'content-range': `bytes */${size}` })
        .send();

    const isHead = request.method === 'HEAD';
    const archive = isHead ? undefined : await archives.open(link.digest, range);
    if (!archive && !isHead) throw gone();
    return reply
      .code(range ? 206 : 200)
      .headers({
        ...always,
        ...archiveHeaders(link.filename),
        'repr-digest': digestField(link.digest),
        ...part(link, size, range),
      })
      .send(archive?.stream);
  }

  app.route<{ Params: { digest: string; filename: string } }>({
    method: ['GET', 'HEAD'],
    url: '/archives/:digest/:filename',
    handler,
  });
}

function linkOf({ params, raw }: Asked): GivenLink {
  const query = new URLSearchParams((raw.url ?? '').split('?', 2)[1]);
  const once = (name: string) => {
    const [value = '', ...others] = query.getAll(name);
    return others.length > 0 ? '' : value;
  };
  return {
    digest: params.digest,
    filename: params.filename,
    realmId: once('realm'),
    expires: once('expires'),
    key: once('key'),
    signature: once('signature'),
  };
}

/** RFC 9110: ranges are for GET alone (14.2), and only of the archive that the client has a part of (13.1.5). */
function rangeHeader({ method, headers }: FastifyRequest, etag: string): string | undefined {
  const ifRange = headers['if-range'];
  return method === 'GET' && (ifRange === undefined || ifRange === etag) ? headers.range : undefined;
}

function part({ digest }: GivenLink, size: number, range: ByteRange | undefined) {
  return range
    ? { 'content-length': range.end - range.start + 1, 'content-range': `bytes ${range.start}-${range.end}/${size}` }
    : { 'content-length': size, 'content-digest': digestField(digest) }; // which is of the bytes of this answer
}

/** RFC 9530. */
function digestField(digest: string): string {
  return `sha-256=:${Buffer.from(digest, 'hex').toString('base64')}:`;
}

function gone(): Error {
  return problem('not_found', 'This archive is not here any more; ask for a new link.');
}
