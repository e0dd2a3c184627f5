// Pictures of realms and collections for other sites, and the icon of this one for those who want no SVG.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  collectionImage,
  favicon,
  fontMetrics,
  OG_WIDTH,
  realmImage,
  touchIcon,
  webFolder,
  type OgStyle,
} from '@realm-catalog/web';
import { clientAddress } from '../client-address.ts';
import type { Read } from '../api/in-process.ts';
import type { Config } from '../config.ts';
import type { Pictures } from '../rendering/pictures.ts';
import type { PageFile, PageHandler } from './page.ts';

const FAVICON_SIZE = 32;
const TOUCH_ICON_SIZE = 180;
/** The accent of the stylesheet. */
const DEFAULT_COLOR = '#3f5bd8';

const [regularFont, boldFont] = ['inter-regular', 'inter-bold'].map((name) =>
  fileURLToPath(new URL(`fonts/${name}.otf`, webFolder)),
) as [string, string];

export function createPicturePages(read: Read, pictures: Pictures, { name, color }: Config['site']) {
  let loaded: OgStyle | undefined;
  const style = () =>
    (loaded ??= {
      color: color || DEFAULT_COLOR,
      fonts: { regular: fontMetrics(readFileSync(regularFont)), bold: fontMetrics(readFileSync(boldFont)) },
    });

  async function png(svg: string, width: number, ip: string): Promise<PageFile> {
    const bytes = await pictures.png({ svg, width, fontFiles: [regularFont, boldFont] }, clientAddress(ip));
    return { bytes, mediaType: 'image/png' };
  }

  const realmPicture: PageHandler = async ({ site, params, ip }) => {
    const realm = await read('getRealm', { params: { slug: params['slug'] ?? '' } });
    const picture = await png(realmImage(site, realm, style()), OG_WIDTH, ip);
    return realm.visibility === 'public' ? picture : { ...picture, headers: { 'x-robots-tag': 'noindex' } };
  };

  const collectionPicture: PageHandler = async ({ site, params, ip }) => {
    const collection = await read('getCollection', { params: { slug: params['slug'] ?? '' } });
    return png(collectionImage(site, collection, style()), OG_WIDTH, ip);
  };

  const faviconPicture: PageHandler = ({ ip }) => png(favicon(name), FAVICON_SIZE, ip);
  const touchIconPicture: PageHandler = ({ ip }) => png(touchIcon(name), TOUCH_ICON_SIZE, ip);

  return { realmPicture, collectionPicture, faviconPicture, touchIcon: touchIconPicture };
}
