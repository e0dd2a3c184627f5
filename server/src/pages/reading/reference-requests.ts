// The requests that the examples of the API reference show: about the newest realm that has files, and about the newest collection.
import { GENERATED_VERSION, type OperationId } from '@realm-catalog/contract';
import type { ExampleRequest } from '@realm-catalog/web/reference/curl';
import type { Read } from '../../api/in-process.ts';
import { CodedError } from '../../errors.ts';

/** What the examples are about, as far as this catalog has it. */
export interface Sample {
  realm?: { slug: string; version: string; username: string };
  /** The version before the newest. */
  olderVersion?: string | undefined;
  /** A text file of the newest version. */
  file?: string | undefined;
  collection?: string | undefined;
}

/** Among how many of the newest realms one with an upload is looked for. */
const LOOKED_AT = 20;

export async function findSample(read: Read): Promise<Sample> {
  const newest = { sort: 'newest' as const, limit: LOOKED_AT };
  const { realms = [] } = (await readIfPossible(read('listRealms', { query: newest }))) ?? {};
  const { collections = [] } = (await readIfPossible(read('listCollections', { query: { limit: 1 } }))) ?? {};
  const collection = collections[0]?.slug;
  const found = realms.find(({ version }) => version !== GENERATED_VERSION) ?? realms[0];
  if (!found) return { collection };
  const { slug, version, author } = found;
  const realm = { slug, version, username: author.username };
  if (version === GENERATED_VERSION) return { realm, collection };
  const { versions = [] } = (await readIfPossible(read('listVersions', { params: { slug } }))) ?? {};
  const { files = [] } = (await readIfPossible(read('listFiles', { params: { slug, version } }))) ?? {};
  const text = files.find(({ path }) => path === 'README.md') ?? files.find(({ isText }) => isText);
  const olderVersion = versions.find((one) => one.version !== version)?.version;
  return { realm, olderVersion, file: text?.path, collection };
}

/** A realm may be deleted between two reads, and the store may be unavailable: the reference can do without its example. */
export async function readIfPossible<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    const code = error instanceof CodedError ? error.public.code : '';
    if (code === 'not_found' || code === 'unavailable') return undefined;
    throw error;
  }
}

type Requests = Partial<Record<OperationId, ExampleRequest | undefined>>;

export function exampleRequests({ realm, olderVersion, file, collection }: Sample): Requests {
  const ofCatalog: Requests = {
    getStats: {},
    getCollection: collection === undefined ? undefined : slugOf(collection),
  };
  if (!realm) return ofCatalog;
  const { slug, version, username } = realm;
  const ofVersion = { params: { slug, version } };
  const ofUpload: Requests = {
    getVersion: ofVersion,
    listFiles: { ...ofVersion, query: { limit: 2 } },
    getFile: file === undefined ? undefined : { params: { slug, version, path: file } },
    compareVersions:
      olderVersion === undefined
        ? undefined
        : { ...slugOf(slug), query: { from: olderVersion, to: version, limit: 1 } },
  };
  return {
    ...ofCatalog,
    ...(version !== GENERATED_VERSION && ofUpload),
    listRealms: { query: { sort: 'downloads', limit: 1 } },
    getRealm: slugOf(slug),
    listTags: { query: { limit: 3 } },
    listCategories: { query: { limit: 3 } },
    suggest: { query: { q: slug.slice(0, 3) } },
    downloadRealm: slugOf(slug),
    getDownloads: slugOf(slug),
    listVersions: slugOf(slug),
    listCollections: collection === undefined ? undefined : { query: { limit: 1 } },
    getSeries: { query: { metric: 'downloads', interval: 'month' } },
    getUser: { params: { username } },
  };
}

const slugOf = (slug: string) => ({ params: { slug } });
