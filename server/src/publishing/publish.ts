// Publishes an archive that was received and inspected: stores it under its digest, and then inserts its version.
import type { Archives } from '../archives/archives.ts';
import { newAuditEntry, type Actor } from '../audit/entry.ts';
import type { Config } from '../config.ts';
import { ConditionError, UniqueError, type Database } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { storeDerivedFiles } from '../files/derived-files.ts';
import type { DerivedPaths, Inspection } from '../inspection/inspect.ts';
import type { MadePictures } from '../pictures/make-pictures.ts';
import type { StoredPictures } from '../pictures/stored-pictures.ts';
import type { RealmRef } from '../realms/queries.ts';
import { checkQuota } from './capacity.ts';
import { nextVersion } from './next-version.ts';
import { listVersions, publishVersion, type NewVersion, type TokenLock } from './queries.ts';

export interface PublishServices {
  db: Database;
  archives: Archives;
  realmPictures: StoredPictures;
  config: Pick<Config, 'quotas'>;
}

export interface InspectedArchive extends Pick<NewVersion, 'digest' | 'size' | 'format'> {
  /** The temporary file. */
  file: string;
  /** Temporary files that the inspection has written. */
  derivedPaths: DerivedPaths;
  inspection: Extract<Inspection, { accepted: true }>;
  /** Undefined if they come later. */
  pictures: MadePictures | undefined;
}

/**
 * Returns the version. It is decided before the archive is stored, so that a refused version leaves no archive behind. If another upload takes
 * the version meanwhile, the hourly sweep removes the archive (`sweep-job.ts`).
 */
export async function publishArchive(
  { db, archives, realmPictures, config: { quotas } }: PublishServices,
  realm: RealmRef,
  lock: TokenLock,
  { file, derivedPaths, digest, size, format, inspection, pictures }: InspectedArchive,
  actor: Actor,
): Promise<string> {
  const { id: realmId, slug, ownerId } = realm;
  const versions = (await listVersions(db, realmId)).map((row) => row.version);
  const version = inspection.manifest.version ?? nextVersion(versions);
  if (versions.includes(version)) throw versionExists(version);
  await archives.putFile(file, digest);
  await storeDerivedFiles(archives, { digest, format }, derivedPaths);
  if (pictures?.file) await realmPictures.put(digest, pictures.file);
  const manifest = toVersionManifest(inspection);
  const { fileCount, unpackedSize } = inspection;
  const preview = inspection.manifest.preview ?? '';
  const archive = { digest, size, format, fileCount, unpackedSize, pictures: pictures?.shown, preview };
  const createdAt = new Date().toISOString();
  const published = { ...archive, realmId, version, manifest, publishedBy: actor.actorId, createdAt };
  const entry = newAuditEntry(actor, 'realm.publish', slug, { version, sha256: digest });
  try {
    await publishVersion(db, published, lock, { ownerId, quotas, entry });
    return version;
  } catch (error) {
    if (error instanceof UniqueError) throw versionExists(version);
    if (!(error instanceof ConditionError)) throw error;
    await checkQuota(db, realm, quotas, size);
    throw problem('conflict', 'The realm was deleted, or the token ended, while the upload was under way.');
  }
}

function versionExists(version: string): Error {
  return problem(
    'conflict',
    `Version ${version} is published, and versions do not change. Name another in realm.json.`,
  );
}

function toVersionManifest({ manifest, readme }: InspectedArchive['inspection']): NewVersion['manifest'] {
  const { auth = false, payments = false, database = false } = manifest.features ?? {};
  const { node = '', npm = '' } = manifest.requirements ?? {};
  const { license, demo } = manifest;
  return {
    longDescription: manifest.longDescription ?? readme,
    ...(manifest.longDescription !== undefined && { readme }),
    features: { auth, payments, database },
    requirements: { node, npm },
    ...(license !== undefined && { license }),
    ...(demo !== undefined && { demo }),
  };
}
