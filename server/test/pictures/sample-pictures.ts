// Pictures for tests, and archives with them, which are published over HTTP.
import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { bearer, type TestCatalog } from '../support/harness.ts';
import { pack, type Format, type Tree } from '../files/published-files.ts';
import { openUpload, upload, type Owner } from '../publishing/uploads.ts';

/** A picture whose left half is red and whose right half is blue, so that one sees how it was turned. */
export function halves(width: number, height: number): Sharp {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const };
  const right = { create: { ...half, background: '#0000ff' } };
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: right, left: Math.floor(width / 2), top: 0 },
  ]);
}

export const png = (width: number, height: number) => halves(width, height).png().toBuffer();

/** One colour, which takes few bytes, however large it is. */
export const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .png()
    .toBuffer();

/** Pixels that no format makes small. */
export const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

/** Sends a version with these files and this manifest, and returns the answer. */
export async function send(
  catalog: TestCatalog,
  owner: Owner,
  slug: string,
  { manifest, files = {}, format = 'tar.gz' }: { manifest: object; files?: Tree; format?: Format },
) {
  const tree = { 'app/realm.json': JSON.stringify(manifest), ...below('app', files) };
  const opened = await openUpload(catalog, owner, slug);
  const type = { 'content-type': format === 'zip' ? 'application/zip' : 'application/gzip' };
  return upload(catalog, opened, pack(tree, format), type);
}

const below = (folder: string, files: Tree): Tree =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));

/** The realm as this caller reads it. */
export const detail = async (catalog: TestCatalog, slug: string, token?: string) =>
  (await catalog.ask(`/v1/realms/${slug}`, token ? bearer(token) : {})).body;

/** Asks at the address of a picture, of which PUBLIC_URL is not where the server listens. */
export async function fetchPicture(catalog: TestCatalog, address: string, init: RequestInit = {}) {
  const { pathname, search } = new URL(address);
  const response = await fetch(catalog.url + pathname + search, init);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The colour of the pixel in the middle of the left, or of the top, half. */
export async function colorAt(bytes: Buffer, x: number, y: number): Promise<'red' | 'blue' | 'other'> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  const [red = 0, , blue = 0] = data.subarray(at, at + 3);
  return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'other';
}
