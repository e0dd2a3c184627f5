// Signs links for downloads, valid for at least fifteen minutes: links to S3, or to this server, which verifies them without the database.
import { lruCache } from '../concurrency/lru-cache.ts';
import type { Archives, ArchiveHeaders } from '../archives/archives.ts';
import type { Keyring, LinkKey } from '../credentials/keyring.ts';
import { isSignedLink, signLink } from '../credentials/link-signatures.ts';

interface LinkTarget {
  realmId: string;
  /** The name in the archive store: the digest of an archive, or the name of one of its derived files. */
  name: string;
  /** The name that the client saves it under. */
  filename: string;
}

/** The parameters of a request to a link. Anyone may have made them up. */
export interface LinkParameters extends LinkTarget {
  /** Unix seconds. */
  expires: string;
  key: string;
  signature: string;
}

export interface Links {
  /** Throws when the archive store fails. */
  sign(target: LinkTarget): Promise<{ url: string; expiresAt: string }>;
  /** As long as this is the same, `sign` need not be called again for the same target: the key and the second. Throws when the archive store fails. */
  period(): Promise<string>;
  /** How many seconds a link is still good for: 0 when it has expired, and undefined when its signature is wrong. */
  verify(parameters: LinkParameters): Promise<number | undefined>;
}

const LINK_SECONDS = 900;
/** Signing a link to S3 costs more than the rest of a download. So a link is reused for a minute, and is signed for a minute longer. */
const REUSE_SECONDS = 60;
/** A link to S3 has about 700 bytes. */
const MAX_CACHED_LINKS = 10_000;

/** Where a link leads is decided by `publicUrl` or the store alone, never by the `Host` of a request. */
export function links(keyring: Keyring, publicUrl: string, archives: Pick<Archives, 'link' | 'health'>): Links {
  function signedUrl(target: LinkTarget, expires: string, key: LinkKey): string {
    const signature = signLink('archive', partsOf({ ...target, expires }), key);
    const query = new URLSearchParams({ realm: target.realmId, expires, key: key.id, signature });
    return `${publicUrl}/archives/${target.name}/${encodeURIComponent(target.filename)}?${String(query)}`;
  }

  const storeLinks = lruCache<string, { url: string; signedAt: number }>(MAX_CACHED_LINKS);

  async function storeLink({ name, filename }: LinkTarget, link: NonNullable<Archives['link']>): Promise<string> {
    const cacheKey = `${name} ${filename}`;
    const signedAt = Math.floor(Date.now() / 1_000);
    const cached = storeLinks.get(cacheKey);
    if (cached && Math.abs(signedAt - cached.signedAt) < REUSE_SECONDS) return cached.url;
    const url = await link(name, archiveHeaders(filename), LINK_SECONDS + REUSE_SECONDS);
    storeLinks.set(cacheKey, { url, signedAt });
    return url;
  }

  return {
    async sign(target) {
      await archives.health?.check();
      const expires = expiry();
      const url = archives.link
        ? await storeLink(target, archives.link)
        : signedUrl(target, String(expires), await keyring.newestLinkKey());
      return { url, expiresAt: new Date(expires * 1_000).toISOString() };
    },

    async period() {
      if (archives.health) await archives.health.check();
      return `${(await keyring.newestLinkKey()).id} ${expiry()}`;
    },

    async verify(parameters) {
      if (!(await isSignedLink(keyring, 'archive', partsOf(parameters), parameters))) return undefined;
      return Math.max(0, Number(parameters.expires) - Date.now() / 1_000);
    },
  };
}

/** When a link that is made now ends, in Unix seconds. */
function expiry(): number {
  return Math.ceil(Date.now() / 1_000) + LINK_SECONDS;
}

/** The media type never depends on the uploader, and the archive is always an attachment: a browser never shows it as a page. */
export function archiveHeaders(filename: string): ArchiveHeaders {
  return {
    'content-type': filename.endsWith('.zip') ? 'application/zip' : 'application/gzip',
    'content-disposition': `attachment; filename="${filename}"; filename*=UTF-8''${encodeURIComponent(filename)}`,
  };
}

/** What is signed of a link. */
function partsOf({ realmId, name, filename, expires }: Omit<LinkParameters, 'key' | 'signature'>): string[] {
  return [realmId, name, filename, expires];
}
