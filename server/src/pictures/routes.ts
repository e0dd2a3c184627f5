// Serves the pictures of versions. Who may see a realm is checked each time: a private one needs an address that was signed for it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Keyring } from '../credentials/keyring.ts';
import { isSignedLink } from '../credentials/link-signatures.ts';
import type { Database } from '../db/database.ts';
import { immutableControl, matchesEtag } from '../http/caching.ts';
import { problem } from '../http/problem.ts';
import type { SlowReaders } from '../http/slow-readers.ts';
import { readPictures, signedParts } from '../realms/shown-pictures.ts';
import { findIllustrated } from './queries.ts';
import type { StoredPictures } from './stored-pictures.ts';

interface PictureServices {
  db: Database;
  keyring: Keyring;
  config: Pick<Config, 'cdnSeconds'>;
  realmPictures: StoredPictures;
}

type PictureRequest = FastifyRequest<{ Params: { realm: string; version: string; name: string } }>;

/** The number of the picture, and its width. */
const NAME = /^([1-8])-(480|960|1920)\.webp$/;

export function addPictureRoute(
  app: FastifyInstance,
  { db, keyring, config, realmPictures }: PictureServices,
  slowReaders: SlowReaders,
): void {
  async function secondsSigned({ params, raw }: PictureRequest): Promise<number> {
    const query = new URLSearchParams((raw.url ?? '').split('?', 2)[1]);
    const [expires = '', key = '', signature = ''] = ['expires', 'key', 'signature'].map(
      (name) => query.get(name) ?? '',
    );
    const parts = signedParts(params.realm, params.version, expires);
    if (!(await isSignedLink(keyring, 'pictures', parts, { key, signature }))) return 0;
    return Math.max(0, Math.floor(Number(expires) - Date.now() / 1_000));
  }

  async function handler(request: PictureRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { realm: realmId, version, name } = request.params;
    const [, number = '', width = ''] = NAME.exec(name) ?? [];
    const found = number === '' ? undefined : await findIllustrated(db, realmId, version);
    if (!found) throw noPicture();
    const seconds = found.is_for_all ? 0 : await secondsSigned(request);
    if (!found.is_for_all && seconds === 0) throw noPicture();

    const { digest, format } = found;
    const pictures = { archive: { digest, format, realmId }, shown: readPictures(found.pictures) };
    const picture = await realmPictures.read(pictures, Number(number), Number(width));
    if (!picture) throw noPicture();
    const etag = `"${picture.sha256}"`;
    reply.headers({
      etag,
      'cache-control': found.is_for_all
        ? immutableControl(config.cdnSeconds)
        : `private, max-age=${seconds}, immutable`,
    });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    slowReaders.add(reply.raw, request.ip, picture.bytes.length);
    reply.headers({ 'content-type': 'image/webp', 'content-security-policy': 'sandbox' });
    return reply.send(picture.bytes); // Fastify sends no body for HEAD
  }

  app.route<{ Params: { realm: string; version: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/pictures/:realm/:version/:name',
    handler,
  });
}

/** The same for an unknown realm, a private one, and a picture that is not there. */
function noPicture(): Error {
  return problem('not_found', 'There is no such picture, or its address has expired.');
}
