// The picture of an account: the one that it has uploaded to this catalog, or else a drawn one. An address of another host is never loaded.
import { avatar } from '../emblem.ts';
import { html, type Html } from '../html.ts';
import type { Site } from '../site.ts';

/** Whatever stands before it: only pictures of this catalog have such names, and they are loaded from here. */
const UPLOADED = /\/avatars\/([0-9a-f]{64})\.webp$/;

export function portrait(
  site: Pick<Site, 'basePath'>,
  { username, image }: { username: string; image: string },
  size: 24 | 40 | 64,
): Html {
  const [, digest] = UPLOADED.exec(image) ?? [];
  if (digest === undefined) return avatar(username, size);
  const src = `${site.basePath}/avatars/${digest}.webp`;
  return html`<img class="avatar" src="${src}" width="${String(size)}" height="${String(size)}" alt="" />`;
}
