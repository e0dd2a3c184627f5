// The addresses of live previews: below `/preview/{slug}/{version}/`, on the catalog's own host or on one for each realm. That of a private realm has
// its signature beside the version.
import type { RealmSummary } from '@realm-catalog/contract';
import type { LinkKey } from '../credentials/keyring.ts';
import { signLink } from '../credentials/link-signatures.ts';

/** Where previews are. */
export interface PreviewPlace {
  publicUrl: string;
  /** Such as `https://*.preview.example`: a host for each realm. Empty: that of the catalog. */
  previewUrl: string;
}

/** A realm, and the preview of the version that it shows. */
export interface PreviewedRealm {
  id: string;
  slug: string;
  version: string;
  visibility: RealmSummary['visibility'];
  /** Null without a version; empty without a preview. */
  preview: string | null;
}

/** When a signature ends, in Unix seconds, by which key it was made, and the signature. */
export interface PreviewSignature {
  expires: string;
  key: string;
  signature: string;
}

/** No version has this character. */
const MARK = '~';

/** Without a key, the address is that of a realm that everyone may see. */
export function previewAddress(place: PreviewPlace, realm: PreviewedRealm, expires: string, key?: LinkKey): string {
  if (!realm.preview) return '';
  const signature = key && signLink('previews', signedPreview(realm.id, realm.version, expires), key);
  const signed = signature ? `${MARK}${expires}.${key.id}.${signature}` : '';
  return `${previewOrigin(place, realm.id)}/preview/${realm.slug}/${encodeURIComponent(realm.version)}${signed}/`;
}

/** The version and the signature of a segment in such an address. */
export function readPreviewVersion(segment: string): { version: string; signed: PreviewSignature | undefined } {
  const [version = '', signed] = segment.split(MARK, 2);
  if (signed === undefined) return { version, signed };
  const [expires = '', key = '', signature = ''] = signed.split('.', 3);
  return { version, signed: { expires, key, signature } };
}

/** What is signed: all files of the preview of a version, until a moment in Unix seconds. */
export function signedPreview(realmId: string, version: string, expires: string): string[] {
  return [realmId, version, expires];
}

/** The address before `/preview/`. The name of a realm's own host has the 32 hexadecimal digits of its id. */
export function previewOrigin({ publicUrl, previewUrl }: PreviewPlace, realmId: string): string {
  return previewUrl === '' ? publicUrl : previewUrl.replace('*', realmId.replaceAll('-', ''));
}

/** The path in the archive of a file of the preview. */
export function previewPath(folder: string, path: string): string {
  return folder === '.' ? path : `${folder}/${path}`;
}
