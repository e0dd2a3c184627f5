// What a version shows of its pictures, and their addresses: for everyone, or signed for a quarter of an hour where the realm is private.
import type { RealmDetail, RealmSummary } from '@realm-catalog/contract';
import type { LinkKey } from '../credentials/keyring.ts';
import { signLink } from '../credentials/link-signatures.ts';
import { previewAddress, type PreviewedRealm, type PreviewPlace } from './preview-address.ts';

/** As `versions.pictures` has them, as JSON. The first is the cover. */
export interface ShownPicture {
  /** Relative to the realm's root. */
  path: string;
  alt: string;
  /** Of the original, upright. */
  width: number;
  height: number;
  /** False for the cover that was found in the README. */
  isScreenshot: boolean;
}

/** How addresses are made. The key is asked for only when a private realm is shown. */
export interface PictureAddressing {
  publicUrl: string;
  /** Undefined where previews are turned off. */
  previews: PreviewPlace | undefined;
  linkKey: () => Promise<LinkKey>;
}

/** Addresses without a host, for those who show none. */
export const RELATIVE: PictureAddressing = {
  publicUrl: '',
  previews: undefined,
  linkKey: () => Promise.reject(new Error('the address of a private picture is asked for without a key')),
};

/** A realm, and the pictures of the version that it shows. */
export interface IllustratedRealm {
  id: string;
  version: string;
  visibility: RealmSummary['visibility'];
  /** Details alone have it. */
  preview?: PreviewedRealm['preview'];
  /** JSON; null while the version was not looked at, or there is none. */
  pictures: string | null;
}

export interface PictureAddresses {
  /** 480 pixels wide; empty if there is no picture. */
  coverUrl(realm: IllustratedRealm): string;
  screenshots(realm: IllustratedRealm): RealmDetail['screenshots'];
  /** Empty if there is no preview. */
  previewUrl(realm: PreviewedRealm): string;
}

const SIGNED_SECONDS = 900;
/** Addresses that are signed in the same minute are alike, so that responses with them have the same ETag. */
const SHARED_SECONDS = 60;

/** The addresses of the pictures of these realms. */
export async function pictureAddresses(
  { publicUrl, previews, linkKey }: PictureAddressing,
  realms: IllustratedRealm[],
): Promise<PictureAddresses> {
  const isAnySigned = realms.some((realm) => realm.visibility === 'private' && (hasPictures(realm) || realm.preview));
  const key = isAnySigned ? await linkKey() : undefined;
  const minute = Math.ceil(Date.now() / 1_000 / SHARED_SECONDS) * SHARED_SECONDS;
  const expires = String(minute + SIGNED_SECONDS);

  function addressOf({ id, version, visibility }: IllustratedRealm, number: number, width: 480 | 960): string {
    const address = `${publicUrl}/pictures/${id}/${encodeURIComponent(version)}/${number}-${width}.webp`;
    if (visibility !== 'private' || !key) return address;
    const signature = signLink('pictures', signedParts(id, version, expires), key);
    return `${address}?${String(new URLSearchParams({ expires, key: key.id, signature }))}`;
  }

  return {
    coverUrl: (realm) => (hasPictures(realm) ? addressOf(realm, 1, 480) : ''),
    screenshots: (realm) =>
      readPictures(realm.pictures)
        .filter(({ isScreenshot }) => isScreenshot)
        .map(({ width, height, alt }, at) => ({ url: addressOf(realm, at + 1, 960), width, height, alt })),
    previewUrl: (realm) =>
      previews ? previewAddress(previews, realm, expires, realm.visibility === 'private' ? key : undefined) : '',
  };
}

function hasPictures({ pictures }: IllustratedRealm): boolean {
  return pictures !== null && pictures !== '[]';
}

export function readPictures(json: string | null): ShownPicture[] {
  return json === null || json === '[]' ? [] : (JSON.parse(json) as ShownPicture[]);
}

/** What is signed: all pictures of a version, until a moment in Unix seconds. */
export function signedParts(realmId: string, version: string, expires: string): string[] {
  return [realmId, version, expires];
}
