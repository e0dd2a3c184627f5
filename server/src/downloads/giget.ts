// Realms as templates of giget (https://github.com/unjs/giget), whose registry is `GIGET_REGISTRY={publicUrl}/giget`.
import type { RawHandler } from '../api/raw-routes.ts';
import { clientLeft } from '../http/socket/client-left.ts';
import { problem } from '../http/problem.ts';
import { response } from '../http/response.ts';
import type { Downloadable, DownloadableRealm, StoredArchive } from './queries.ts';

interface GigetParts {
  publicUrl: string;
  find: (slug: string) => Promise<Downloadable>;
  generate: (realm: DownloadableRealm) => Promise<StoredArchive>;
  /** The name, in the archive store, of a `.tar.gz` with one top folder; undefined if the archive cannot be read. */
  findRepacked: (archive: StoredArchive & { realmId: string }, signal: AbortSignal) => Promise<string | undefined>;
  sign: (file: { realmId: string; name: string; filename: string }) => Promise<{ url: string }>;
}

/** giget caches by name and version, and drops the first folder of every path: the archive must have one top folder. */
interface GigetTemplate {
  name: string;
  tar: string;
  version: string;
  defaultDir: string;
  url: string;
}

export function gigetHandler(parts: GigetParts): RawHandler {
  return async ({ response: outgoing }, { file = '' }) => {
    const [, slug] = /^(.+)\.json$/.exec(file) ?? [];
    if (!slug) throw problem('not_found', 'There is nothing at this URL.');
    const template = await templateOf(await parts.find(slug), parts, clientLeft(outgoing));
    return response(200, { 'cache-control': 'no-store' }, Buffer.from(JSON.stringify(template)));
  };
}

async function templateOf(
  { realm, archive }: Downloadable,
  parts: GigetParts,
  signal: AbortSignal,
): Promise<GigetTemplate> {
  const { version, digest } = archive ?? (await parts.generate(realm));
  const { id: realmId, slug } = realm;
  const name = archive ? await parts.findRepacked({ ...archive, realmId }, signal) : digest;
  if (!name) throw problem('not_found', 'This realm has no readable files.');
  const { url } = await parts.sign({ realmId, name, filename: `${slug}-${version}.tar.gz` });
  return { name: slug, tar: url, version, defaultDir: slug, url: `${parts.publicUrl}/v1/api/realms/${slug}` };
}
