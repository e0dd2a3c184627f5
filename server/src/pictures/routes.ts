// Serves the pictures of versions. Who may see a realm is checked each time: a private one needs an address that was signed for it.
import { queryStringOf } from '../api/endpoint.ts';
import type { RawHandler } from '../api/raw-routes.ts';
import type { Config } from '../config/config.ts';
import type { Keyring } from '../credentials/keyring.ts';
import { isSignedLink } from '../credentials/link-signatures.ts';
import type { Database } from '../db/database.ts';
import { immutableControl, matchesEtag } from '../http/caching.ts';
import { problem } from '../http/problem.ts';
import { response } from '../http/response.ts';
import { readPictures, signedParts } from '../realms/shown-pictures.ts';
import { findIllustrated } from './queries.ts';
import type { StoredPictures } from './stored-pictures.ts';

interface PictureServices {
  db: Database;
  keyring: Keyring;
  config: Pick<Config, 'cdnSeconds'>;
  realmPictures: StoredPictures;
}

/** The number of the picture, and its width. */
const NAME = /^([1-8])-(480|960|1920)\.webp$/;

export function pictureHandler({ db, keyring, config, realmPictures }: PictureServices): RawHandler {
  async function secondsSigned(realmId: string, version: string, url: string): Promise<number> {
    const query = new URLSearchParams(queryStringOf(url));
    const [expires = '', key = '', signature = ''] = ['expires', 'key', 'signature'].map(
      (name) => query.get(name) ?? '',
    );
    const parts = signedParts(realmId, version, expires);
    if (!(await isSignedLink(keyring, 'pictures', parts, { key, signature }))) return 0;
    return Math.max(0, Math.floor(Number(expires) - Date.now() / 1_000));
  }

  return async ({ request }, { realm: realmId = '', version = '', name = '' }) => {
    const [, number = '', width = ''] = NAME.exec(name) ?? [];
    const found = number === '' ? undefined : await findIllustrated(db, realmId, version);
    if (!found) throw noPicture();
    const seconds = found.is_for_all ? 0 : await secondsSigned(realmId, version, request.url ?? '');
    if (!found.is_for_all && seconds === 0) throw noPicture();

    const { digest, format } = found;
    const pictures = { archive: { digest, format, realmId }, shown: readPictures(found.pictures) };
    const picture = await realmPictures.read(pictures, Number(number), Number(width));
    if (!picture) throw noPicture();
    const etag = `"${picture.sha256}"`;
    const headers = {
      etag,
      'cache-control': found.is_for_all
        ? immutableControl(config.cdnSeconds)
        : `private, max-age=${seconds}, immutable`,
    };
    if (matchesEtag(request.headers['if-none-match'], etag)) return response(304, headers);
    const type = { 'content-type': 'image/webp', 'content-security-policy': 'sandbox' };
    return response(200, { ...headers, ...type }, picture.bytes);
  };
}

/** The same for an unknown realm, a private one, and a picture that is not there. */
function noPicture(): Error {
  return problem('not_found', 'This picture does not exist, or its URL has expired.');
}
