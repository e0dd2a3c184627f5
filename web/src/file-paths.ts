// The addresses of files of a version.
import type { Site } from './site.ts';

interface VersionAddress {
  realm: { slug: string };
  version: string;
}

/** Of the file or folder with this path; of the root without one. */
export function filePath(site: Site, { realm, version }: VersionAddress, path = ''): string {
  return `${site.basePath}/realms/${realm.slug}/files/${version}${path === '' ? '' : `/${encodePath(path)}`}`;
}

/** Where the bytes of the file are, with the type of a picture if it is one. */
export function rawPath(site: Site, { realm, version }: VersionAddress, path: string): string {
  return `${site.basePath}/realms/${realm.slug}/raw/${version}/${encodePath(path)}`;
}

/** An apostrophe may stand in an address, and would take more bytes as an entity of HTML. */
export const encodePath = (path: string): string =>
  path.split('/').map(encodeURIComponent).join('/').replaceAll("'", '%27');
