// Avatars over HTTP: an account uploads a picture, which becomes a small square, and everyone may load it.
import { hash } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { findAccount } from '../queries.ts';
import type { AddHandler } from '../../api/api.ts';
import type { RawHandler } from '../../api/raw-routes.ts';
import { actorOf, newAuditEntry } from '../../audit/entry.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { hasBody, readBytes } from '../../http/body.ts';
import { immutableControl } from '../../http/caching.ts';
import { maxBodySizes } from '../../http/socket/connection-limits.ts';
import { problem } from '../../http/problem.ts';
import { response } from '../../http/response.ts';
import { isPicture } from '../../pictures/picture-format.ts';
import type { PictureResizer } from '../../pictures/resizer.ts';
import { deleteAvatar, findAvatar, replaceAvatar } from './queries.ts';

interface AvatarServices {
  db: Database;
  config: Pick<Config, 'publicUrl' | 'cdnSeconds'>;
  resizer: PictureResizer;
}

/** Of each side, in pixels. */
const AVATAR_SIDE = 256;
const FILE = /^([0-9a-f]{64})\.webp$/;

export function addAvatarHandlers(addHandler: AddHandler, { db, config, resizer }: AvatarServices): void {
  addHandler('putAvatar', async (call) => {
    const { id } = call.caller.account;
    const sent = await readPicture(call.body);
    const resized = await resizer.resize(id, { bytes: sent, side: AVATAR_SIDE }, call.signal());
    if ('fault' in resized) throw problem('unprocessable', `The picture ${resized.fault}.`);
    const picture = Buffer.from(resized.variants[0]?.bytes ?? []);
    const digest = hash('sha256', picture);
    const address = `${config.publicUrl}/avatars/${digest}.webp`;
    const entry = newAuditEntry(actorOf(call), 'account.update', id, { fields: ['image'] });
    await db.batch(replaceAvatar({ accountId: id, digest, picture, address }, entry));
    const account = await findAccount(db, id);
    if (!account) throw problem('unauthorized', 'The account no longer exists.');
    return { body: account };
  });

  addHandler('deleteAvatar', async (call) => {
    const { id } = call.caller.account;
    const entry = newAuditEntry(actorOf(call), 'account.update', id, { fields: ['image'] });
    await db.batch(deleteAvatar(id, entry));
  });
}

export function avatarHandler({ db, config }: Pick<AvatarServices, 'db' | 'config'>): RawHandler {
  return async (_exchange, { file = '' }) => {
    const [, digest = ''] = FILE.exec(file) ?? [];
    const picture = digest === '' ? undefined : await findAvatar(db, digest);
    if (!picture) throw problem('not_found', 'This picture does not exist.');
    const headers = {
      'content-type': 'image/webp',
      'content-security-policy': 'sandbox',
      'cache-control': immutableControl(config.cdnSeconds),
      etag: `"${digest}"`,
    };
    return response(200, headers, picture);
  };
}

/** The whole body, or the file of a form, if it is a picture of a format that is read, and not too large. */
async function readPicture(body: unknown): Promise<Buffer> {
  const isSent = body instanceof Readable && (!(body instanceof IncomingMessage) || hasBody(body));
  const bytes = isSent ? await readBytes(body, maxBodySizes.picture) : Buffer.alloc(0);
  if (!isPicture(bytes)) throw problem('unsupported_media_type', 'Send a picture: PNG, JPEG, WebP or AVIF.');
  return bytes;
}
