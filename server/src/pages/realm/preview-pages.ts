// Live previews: the files of a preview, for a frame, and the pages around that frame.
import { fullPreviewPage, previewPage } from '@realm-catalog/web/pages/preview';
import { isSmall, type ArchiveFiles } from '../../files/archive-files.ts';
import { noPreview, RenamedPreviewError, type FindPreview, type FoundPreview } from '../../previews/find-preview.ts';
import { mediaTypeOf } from '../../previews/media-types.ts';
import { previewLabels } from '../../previews/own-hosts.ts';
import { previewHeaders, sandboxOf } from '../../previews/preview-policy.ts';
import { previewOrigin, previewPath, type PreviewPlace } from '../../realms/preview-address.ts';
import type { PageHandler, PageRequest, PageResult } from '../page.ts';

interface PreviewServices {
  findPreview: FindPreview;
  files: Pick<ArchiveFiles, 'index' | 'read' | 'stream'>;
  /** Undefined where previews are turned off. */
  place: PreviewPlace | undefined;
}

export function createPreviewPages({ findPreview, files, place }: PreviewServices) {
  const isOwnHost = place !== undefined && place.previewUrl !== '';
  const previewLabel = previewLabels(place?.previewUrl ?? '');

  /** A file of the archive; a folder leads to its `index.html`. */
  async function fileOf(found: FoundPreview, path: string, headers: Record<string, string>): Promise<PageResult> {
    const { digest, format, id, preview, cacheControl: control } = found;
    const archive = { digest, format, realmId: id };
    const index = await files.index(archive);
    const isFolder = path === '' || path.endsWith('/');
    const file = index?.find(previewPath(preview, isFolder ? `${path}index.html` : path));
    if (!file) {
      if (isFolder || !index?.find(previewPath(preview, `${path}/index.html`))) throw noPreview();
      return { location: `${found.base}${path.split('/').map(encodeURIComponent).join('/')}/` };
    }
    const content = { mediaType: mediaTypeOf(file), headers, control };
    if (isSmall(file)) return { ...content, bytes: await files.read(archive, file.path) };
    const etagInput = Buffer.from(file.sha256, 'hex');
    return { ...content, open: () => files.stream(archive, file), size: file.size, etagInput };
  }

  const previewFile: PageHandler = async ({ site, params, url, headers }) => {
    const { slug = '', version: segment = '' } = params;
    const found = await findPreview(slug, segment).catch(rethrowUnlessRenamed);
    if (!place) throw noPreview();
    const [rawPath = ''] = url.split(/[?#]/, 1);
    if ('movedTo' in found)
      return { location: site.publicUrl + rawPath.replace(/^(\/preview\/)[^/]+/, `$1${found.movedTo}`) };
    const label = previewLabel(headers.host);
    if (label !== undefined && label !== found.id.replaceAll('-', '')) throw noPreview();
    if (headers['sec-fetch-dest'] === 'document') {
      if (label !== undefined) return { location: site.publicUrl + url };
      return pageAround(site, { ...found, src: found.origin + url }, found.origin);
    }
    const path = params['*'] ?? '';
    if (path === '' && !rawPath.endsWith('/')) return { location: found.base };
    const isOfHost = label !== undefined;
    const base = isOfHost || !isOwnHost ? found.base : found.base.replace(found.origin, place.publicUrl);
    const withSlash = path !== '' && rawPath.endsWith('/') && !path.endsWith('/') ? `${path}/` : path;
    return fileOf(found, withSlash, previewHeaders(place, base, isOfHost));
  };

  function pageAround(
    site: PageRequest['site'],
    { slug, name, version, author, username, src }: FoundPreview & { src: string },
    origin: string,
  ): PageResult {
    const view = { slug, name, version, author: author || username, username, src, sandbox: sandboxOf(isOwnHost) };
    return { html: fullPreviewPage(site, view), isPartial: true, policy: { frameSrc: `${origin}/preview/` } };
  }

  const realmPreview: PageHandler = async ({ site, params, read }) => {
    const realm = await read('getRealm', { params: { slug: params['slug'] ?? '' } });
    if (!place || realm.previewUrl === '') throw noPreview();
    const html = previewPage(site, realm, { src: realm.previewUrl, sandbox: sandboxOf(isOwnHost) });
    const policy = { frameSrc: `${previewOrigin(place, realm.id)}/preview/` };
    return { html, isPartial: false, policy };
  };

  return { preview: previewFile, previewFile, realmPreview };
}

function rethrowUnlessRenamed(error: unknown): { movedTo: string } {
  if (error instanceof RenamedPreviewError) return { movedTo: error.slug };
  throw error;
}
