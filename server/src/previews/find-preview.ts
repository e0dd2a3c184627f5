// Finds the preview that an address means: of a realm that everyone may see, or by an address that was signed for it.
import type { Keyring } from '../credentials/keyring.ts';
import { anonymous } from '../credentials/caller.ts';
import { isSignedLink } from '../credentials/link-signatures.ts';
import type { Reader } from '../db/database.ts';
import { immutableControl } from '../http/caching.ts';
import { problem } from '../http/problem.ts';
import { findWhereabouts } from '../realms/old-slug-queries.ts';
import { quarantinedRealm } from '../realms/ownership.ts';
import {
  previewOrigin,
  readPreviewVersion,
  signedPreview,
  type PreviewPlace,
  type PreviewSignature,
} from '../realms/preview-address.ts';
import { visibleTo } from '../realms/queries.ts';
import { findPreviewed, type PreviewedVersion } from './queries.ts';

export interface FoundPreview extends PreviewedVersion {
  version: string;
  /** The address before `/preview/`, and that of all files of the preview. */
  origin: string;
  base: string;
  cacheControl: string;
}

interface PreviewParts {
  db: Reader;
  keyring: Keyring;
  /** Undefined where previews are turned off. */
  place: PreviewPlace | undefined;
  cdnSeconds: number;
}

/** `segment` has the version, and for a private realm the signature. Throws if there is no such preview for everyone, or by this signature. */
export type FindPreview = (slug: string, segment: string) => Promise<FoundPreview>;

/** The realm has another slug now. */
export class RenamedPreviewError extends Error {
  readonly slug: string;

  constructor(slug: string) {
    super(`the realm is at ${slug}`);
    this.slug = slug;
  }
}

export function previewFinder({ db, keyring, place, cdnSeconds }: PreviewParts): FindPreview {
  async function secondsLeft(id: string, version: string, signed: PreviewSignature): Promise<number> {
    const parts = signedPreview(id, version, signed.expires);
    if (!(await isSignedLink(keyring, 'previews', parts, signed))) return 0;
    return Math.max(0, Math.floor(Number(signed.expires) - Date.now() / 1_000));
  }

  async function unknown(slug: string): Promise<Error> {
    const { newSlug, isQuarantined } = await findWhereabouts(db, slug, visibleTo(anonymous, 'bySlug'));
    if (newSlug !== undefined) return new RenamedPreviewError(newSlug);
    return isQuarantined ? quarantinedRealm() : noPreview();
  }

  return async (slug, segment) => {
    if (!place) throw noPreview();
    const { version, signed } = readPreviewVersion(segment);
    const found = await findPreviewed(db, slug, version);
    if (!found) throw await unknown(slug);
    const seconds = signed ? await secondsLeft(found.id, version, signed) : 0;
    if (found.preview === '' || (signed ? seconds === 0 : found.is_for_all === 0)) throw noPreview();
    const origin = previewOrigin(place, found.id);
    return {
      ...found,
      version,
      origin,
      base: `${origin}/preview/${slug}/${encodeURIComponent(segment)}/`,
      cacheControl: signed ? `private, max-age=${seconds}, immutable` : immutableControl(cdnSeconds),
    };
  };
}

/** The same for an unknown realm, a private one, and one without a preview. */
export function noPreview(): Error {
  return problem('not_found', 'This preview does not exist, or its URL has expired.');
}
