// Links to archives, good for fifteen minutes: the store's own, or the catalog's, which are verified without the database.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Archives, ArchiveHeaders } from '../archives/archives.ts';
import type { Keyring, LinkKey } from '../credentials/keyring.ts';

/** What a link leads to. */
interface Linked {
  realmId: string;
  digest: string;
  filename: string;
}

/** A link as it comes back: texts that anyone may have written. */
export interface GivenLink extends Linked {
  /** Unix seconds. */
  expires: string;
  key: string;
  signature: string;
}

export interface Links {
  /** Throws when the store cannot give its archives out at the moment. */
  sign(linked: Linked): Promise<{ url: string; expiresAt: string }>;
  /** How many seconds a link is still good for: 0 when it has expired, and nothing when it was not made here. */
  verify(given: GivenLink): Promise<number | undefined>;
}

const LINK_SECONDS = 900;
/** Signing for S3 costs more than all the rest of a download, so such a link is given out again for so long, and signed for as much longer. */
const KEEP_SECONDS = 60;
/** A link to S3 has about 700 bytes. */
const MAX_KEPT_LINKS = 10_000;

/** `publicUrl` alone, or the store, says where a link leads, whatever address the request for it named. */
export function links(keyring: Keyring, publicUrl: string, archives: Pick<Archives, 'link' | 'health'>): Links {
  async function findKey(id: string): Promise<LinkKey | undefined> {
    const known = (await keyring.linkKeys()).find((key) => key.id === id);
    if (known) return known;
    await keyring.reload().catch(() => undefined); // perhaps it was made elsewhere a moment ago
    return (await keyring.linkKeys()).find((key) => key.id === id);
  }

  /** What many download in one second has one link. */
  let signed = { moment: '', urls: new Map<string, string>() };

  async function ownLink(linked: Linked, expires: string): Promise<string> {
    const newest = await keyring.newestLinkKey();
    const moment = `${newest.id} ${expires}`;
    if (signed.moment !== moment) signed = { moment, urls: new Map() };
    const name = `${linked.realmId} ${linked.digest} ${linked.filename}`;
    const url = signed.urls.get(name) ?? addressOf(linked, expires, newest);
    signed.urls.set(name, url);
    return url;
  }

  function addressOf(linked: Linked, expires: string, key: LinkKey): string {
    const signature = signatureOf({ ...linked, expires }, key);
    const query = new URLSearchParams({ realm: linked.realmId, expires, key: key.id, signature });
    return `${publicUrl}/archives/${linked.digest}/${encodeURIComponent(linked.filename)}?${String(query)}`;
  }

  const storeLinks = new LRUCache<string, { url: string; signedAt: number }>({ max: MAX_KEPT_LINKS });

  async function storeLink({ digest, filename }: Linked, link: NonNullable<Archives['link']>): Promise<string> {
    const name = `${digest} ${filename}`;
    const signedAt = Math.floor(Date.now() / 1_000);
    const kept = storeLinks.get(name);
    if (kept && Math.abs(signedAt - kept.signedAt) < KEEP_SECONDS) return kept.url;
    const url = await link(digest, archiveHeaders(filename), LINK_SECONDS + KEEP_SECONDS);
    storeLinks.set(name, { url, signedAt });
    return url;
  }

  return {
    async sign(linked) {
      await archives.health?.check();
      const expires = Math.floor(Date.now() / 1_000) + LINK_SECONDS;
      const url = archives.link ? await storeLink(linked, archives.link) : await ownLink(linked, String(expires));
      return { url, expiresAt: new Date(expires * 1_000).toISOString() };
    },

    async verify(given) {
      const key = await findKey(given.key);
      if (!key || !isEqual(signatureOf(given, key), given.signature)) return undefined;
      return Math.max(0, Number(given.expires) - Math.floor(Date.now() / 1_000));
    },
  };
}

/** What an archive is never depends on who made it: nothing in it can pass for a page. */
export function archiveHeaders(filename: string): ArchiveHeaders {
  return {
    'content-type': filename.endsWith('.zip') ? 'application/zip' : 'application/gzip',
    'content-disposition': `attachment; filename="${filename}"; filename*=UTF-8''${encodeURIComponent(filename)}`,
  };
}

/** As JSON, so that no two links have the same text. */
function signatureOf(
  { realmId, digest, filename, expires }: Omit<GivenLink, 'key' | 'signature'>,
  { id, key }: LinkKey,
) {
  const text = JSON.stringify(['realm-catalog archive', realmId, digest, filename, expires, id]);
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Of the texts and not of what they stand for: base64 can write the same bytes in several ways. */
function isEqual(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
