// Publishes an archive that was received and inspected: stores it under its digest, and then inserts its version.
import type { Archives } from '../archives/archives.ts';
import { newAuditEntry, type Actor } from '../audit/entry.ts';
import type { Config } from '../config/config.ts';
import { ConditionError, UniqueError, type Database } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import type { ArchiveFiles } from '../files/archive-files.ts';
import { storeDerivedFiles } from '../files/derived-files.ts';
import { digestOfFiles } from '../files/files-digest.ts';
import type { DerivedPaths, Inspection } from '../inspection/inspect.ts';
import type { MadePictures } from '../pictures/make-pictures.ts';
import type { StoredPictures } from '../pictures/stored-pictures.ts';
import type { RealmRef } from '../realms/queries.ts';
import { templateColumn } from '../realms/shown-template.ts';
import { checkQuota } from './capacity.ts';
import { nextVersion } from '../realms/next-version.ts';
import { findVersion, listVersions, publishVersion, type NewVersion, type TokenLock } from './queries.ts';

export interface PublishServices {
  db: Database;
  archives: Archives;
  files: Pick<ArchiveFiles, 'index'>;
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

/** What an upload led to. */
export interface Publication {
  version: string;
  size: number;
  sha256: string;
  filesSha256: string;
  /** The version was published before, by another upload of the same files. */
  isExisting: boolean;
}

/** Finds the version that an upload would publish once more. Undefined if there is none; a problem if there is one with other files. */
export async function publishedBefore(
  { db, files }: Pick<PublishServices, 'db' | 'files'>,
  realmId: string,
  version: string,
  filesSha256: string,
): Promise<Publication | undefined> {
  const found = await findVersion(db, realmId, version);
  if (!found) return undefined;
  const { digest, size, format } = found;
  const known = found.files_sha256 ?? (await digestOfFiles(files, { digest, format, realmId }));
  if (known === filesSha256) return { version, size, sha256: digest, filesSha256, isExisting: true };
  throw problem(
    'conflict',
    `Version ${version} is already published with other files, and a published version cannot change. Set another version in ` +
      'realm.json.',
  );
}

/**
 * The version is decided before the archive is stored, and `publishedBefore` has refused it if it is there. If another upload takes the version
 * meanwhile, the hourly sweep removes the archive (`sweep-job.ts`).
 */
export async function publishArchive(
  services: PublishServices,
  realm: RealmRef,
  lock: TokenLock,
  archive: InspectedArchive,
  actor: Actor,
): Promise<Publication> {
  const { db, archives, realmPictures, config } = services;
  const { file, derivedPaths, digest, format, size, inspection, pictures } = archive;
  const { filesSha256 } = inspection;
  const version = inspection.manifest.version ?? (await nextVersionOf(db, realm.id));
  await archives.putFile(file, digest);
  await storeDerivedFiles(archives, { digest, format }, derivedPaths);
  if (pictures?.file) await realmPictures.put(digest, pictures.file);
  const entry = newAuditEntry(actor, 'realm.publish', realm.slug, { version, sha256: digest });
  const published = toNewVersion(archive, { realmId: realm.id, version, publishedBy: actor.actorId });
  try {
    await publishVersion(db, published, lock, { ownerId: realm.ownerId, quotas: config.quotas, entry });
    return { version, size, sha256: digest, filesSha256, isExisting: false };
  } catch (error) {
    if (error instanceof ConditionError) {
      await checkQuota(db, realm, config.quotas, size);
      throw problem('conflict', 'The realm was deleted or quarantined, or the token expired, during the upload.');
    }
    const other = error instanceof UniqueError && (await publishedBefore(services, realm.id, version, filesSha256));
    if (!other) throw error;
    return other;
  }
}

async function nextVersionOf(db: Database, realmId: string): Promise<string> {
  return nextVersion((await listVersions(db, realmId)).map(({ version }) => version));
}

function toNewVersion(
  { digest, size, format, inspection, pictures }: InspectedArchive,
  version: Pick<NewVersion, 'realmId' | 'version' | 'publishedBy'>,
): NewVersion {
  const { fileCount, unpackedSize, filesSha256, manifest } = inspection;
  return {
    ...version,
    digest,
    size,
    format,
    fileCount,
    unpackedSize,
    manifest: toVersionManifest(inspection),
    pictures: pictures?.shown,
    preview: manifest.preview ?? '',
    template: templateColumn(manifest),
    filesSha256,
    createdAt: new Date().toISOString(),
  };
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
