// Reads the cover of a realm that everyone may see, for the pictures that other sites show.
import type { RealmSummary } from '@realm-catalog/contract';
import type { Reader } from '../db/database.ts';
import { readPictures } from '../realms/shown-pictures.ts';
import { findIllustrated } from './queries.ts';
import type { StoredPictures } from './stored-pictures.ts';

/** Returns WebP of at most this width; undefined if the cover is drawn, or its file is missing. */
export type ReadCover = (
  realm: Pick<RealmSummary, 'id' | 'version' | 'coverUrl'>,
  width: 480 | 960,
) => Promise<Buffer | undefined>;

export function coverReader(db: Reader, pictures: Pick<StoredPictures, 'read'>): ReadCover {
  return async ({ id, version, coverUrl }, width) => {
    const found = coverUrl === '' ? undefined : await findIllustrated(db, id, version);
    if (!found?.is_for_all) return undefined;
    const { digest, format } = found;
    const shown = { archive: { digest, format, realmId: id }, shown: readPictures(found.pictures) };
    return (await pictures.read(shown, 1, width))?.bytes;
  };
}
