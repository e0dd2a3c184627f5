// Serves the archives that download links lead to. It needs the archive store and the keys in memory, so it works while the database is unavailable;
// while it is available, a link ends at once when its realm is quarantined.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { queryStringOf } from '../api/endpoint.ts';
import type { RawHandler } from '../api/raw-routes.ts';
import type { Archives, ByteRange } from '../archives/archives.ts';
import type { Presence } from '../archives/presence.ts';
import { isDigest } from '../archives/storage-key.ts';
import { matchesEtag } from '../http/caching.ts';
import { clientLeft } from '../http/socket/client-left.ts';
import { problem } from '../http/problem.ts';
import { responseWith } from '../http/response.ts';
import { archiveHeaders, type LinkParameters, type Links } from './links.ts';

/** `digest` is a name in the archive store. Logs and metrics show the pattern of the route, so its parameters keep their names. */
export const ARCHIVE_PATH = '/archives/:digest/:filename';

export function archiveHandler(
  archives: Archives,
  links: Links,
  { forget }: Pick<Presence, 'forget'>,
  isQuarantined: (realmId: string) => Promise<boolean>,
): RawHandler {
  return async ({ request, response }, { digest = '', filename = '' }) => {
    const link = { name: digest, filename, ...linkParameters(request.url ?? '') };
    const seconds = await links.verify(link);
    if (seconds === undefined) throw problem('forbidden', 'This link was changed, or is not from this catalog.');
    if (seconds === 0) throw problem('forbidden', 'The link has expired. Ask for a new one.');
    const size = (await isQuarantined(link.realmId)) ? undefined : await archives.size(link.name);
    if (size === undefined) {
      forget(link.name);
      throw gone();
    }

    const etag = `"${link.name}"`;
    const headers = {
      etag,
      'cache-control': `private, max-age=${Math.floor(seconds)}, immutable`,
      'accept-ranges': 'bytes',
    };
    if (matchesEtag(request.headers['if-none-match'], etag)) return responseWith(304, headers);

    const range = requestedRange(rangeHeader(request, etag), size);
    // Without a body, because no operation of the contract answers 416 and so no problem code has this status.
    if (range === 'unsatisfiable')
      return responseWith(416, { ...headers, 'content-range': `bytes */${size}`, 'content-length': '0' });

    const isHead = request.method === 'HEAD';
    const archive = isHead ? undefined : await archives.open(link.name, range);
    if (!archive && !isHead) throw gone();
    if (archive) await firstBytes(archive.stream, clientLeft(response));
    const own = {
      ...headers,
      ...archiveHeaders(link.filename),
      ...(isDigest(link.name) && { 'repr-digest': digestField(link.name) }), // the name of a derived file is not its digest
      ...lengthHeaders(link, size, range),
    };
    return responseWith(range ? 206 : 200, own, archive?.stream);
  };
}

/** Throws what can still be answered with a problem. The store may send nothing for long: its connection ends when the client leaves. */
async function firstBytes(stream: Readable, left: AbortSignal): Promise<void> {
  stream.on('error', () => undefined); // no moment is without a listener
  try {
    await once(stream, 'readable', { signal: left });
  } catch (error) {
    stream.destroy();
    left.throwIfAborted();
    throw error;
  }
}

/** A parameter that is sent twice counts as empty. */
function linkParameters(url: string): Omit<LinkParameters, 'name' | 'filename'> {
  const query = new URLSearchParams(queryStringOf(url));
  const single = (name: string) => {
    const [value = '', ...others] = query.getAll(name);
    return others.length > 0 ? '' : value;
  };
  return {
    realmId: single('realm'),
    expires: single('expires'),
    key: single('key'),
    signature: single('signature'),
  };
}

/** RFC 9110: a range is for GET alone (14.2), and with `If-Range` only for the archive that the client has a part of (13.1.5). */
function rangeHeader({ method, headers }: IncomingMessage, etag: string): string | undefined {
  const ifRange = headers['if-range'];
  return method === 'GET' && (ifRange === undefined || ifRange === etag) ? headers.range : undefined;
}

function lengthHeaders({ name }: LinkParameters, size: number, range: ByteRange | undefined) {
  return range
    ? {
        'content-length': `${range.end - range.start + 1}`,
        'content-range': `bytes ${range.start}-${range.end}/${size}`,
      }
    : { 'content-length': `${size}`, ...(isDigest(name) && { 'content-digest': digestField(name) }) }; // `content-digest` is for the bytes of this response, here the whole archive
}

/** RFC 9530. */
function digestField(digest: string): string {
  return `sha-256=:${Buffer.from(digest, 'hex').toString('base64')}:`;
}

function gone(): Error {
  return problem('not_found', 'This archive no longer exists. Ask for a new link.');
}

/**
 * Reads the `Range` header (RFC 9110, section 14): the requested part of `size` bytes. It is `unsatisfiable` when it lies outside of them. It is undefined when the whole archive is to be
 * sent: for no range, several, another unit, or one that cannot be read.
 */
function requestedRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
