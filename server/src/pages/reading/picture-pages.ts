// Pictures of realms and collections for other sites, and the icon of this one for those who want no SVG.
import { readFileSync } from 'node:fs';
import { favicon, touchIcon } from '@realm-catalog/web/emblem';
import { webFolder } from '@realm-catalog/web/folder';
import { fontMetrics } from '@realm-catalog/web/font-metrics';
import { collectionImage, OG_WIDTH, realmImage, type OgStyle } from '@realm-catalog/web/og-image';
import { FAN_COVERS } from '@realm-catalog/web/parts/collection-card';
import { clientAddress } from '../../http/client-address.ts';
import type { Config } from '../../config/config.ts';
import type { ReadCover } from '../../pictures/public-cover.ts';
import type { SvgDrawer } from '../../rendering/draw-svg.ts';
import type { PageFile, PageHandler } from '../page.ts';

const FAVICON_SIZE = 32;
const TOUCH_ICON_SIZE = 180;
/** The accent of the stylesheet. */
const DEFAULT_COLOR = '#3f5bd8';

const readFont = (name: string) => fontMetrics(readFileSync(new URL(`fonts/inter-${name}.otf`, webFolder)));

interface DrawingTools {
  svgDrawer: SvgDrawer;
  readCover: ReadCover;
  config: Pick<Config, 'site'>;
}

export function createPicturePages({ svgDrawer, readCover, config }: DrawingTools) {
  const { name, color } = config.site;
  let loaded: OgStyle | undefined;
  const style = () =>
    (loaded ??= {
      color: color || DEFAULT_COLOR,
      fonts: { regular: readFont('regular'), bold: readFont('bold') },
    });

  async function png(svg: string, width: number, ip: string, covers: Buffer[] = []): Promise<PageFile> {
    const bytes = await svgDrawer.png({ svg, width, pictures: covers }, clientAddress(ip));
    return { bytes, mediaType: 'image/png' };
  }

  const realmPicture: PageHandler = async ({ site, params, ip, read }) => {
    const realm = await read('getRealm', { params: { slug: params['slug'] ?? '' } });
    const cover = await readCover(realm, 960);
    const svg = realmImage(site, realm, cover !== undefined, style());
    const picture = await png(svg, OG_WIDTH, ip, cover ? [cover] : []);
    return realm.visibility === 'public' ? picture : { ...picture, headers: { 'x-robots-tag': 'noindex' } };
  };

  const collectionPicture: PageHandler = async ({ site, params, ip, read }) => {
    const collection = await read('getCollection', { params: { slug: params['slug'] ?? '' } });
    const covers = await Promise.all(collection.items.slice(0, FAN_COVERS).map((realm) => readCover(realm, 480)));
    const svg = collectionImage(
      site,
      collection,
      covers.map((cover) => cover !== undefined),
      style(),
    );
    return png(
      svg,
      OG_WIDTH,
      ip,
      covers.filter((cover) => cover !== undefined),
    );
  };

  const faviconPicture: PageHandler = ({ ip }) => png(favicon(name), FAVICON_SIZE, ip);
  const touchIconPicture: PageHandler = ({ ip }) => png(touchIcon(name), TOUCH_ICON_SIZE, ip);

  return { realmPicture, collectionPicture, faviconPicture, touchIcon: touchIconPicture };
}
