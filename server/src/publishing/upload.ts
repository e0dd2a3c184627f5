// The upload of an archive: received, inspected, kept under its digest, and only then made visible, all or nothing.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { actorOf, newAuditEntry, type Actor } from '../audit/entry.ts';
import { ConditionError, UniqueError, type Database } from '../db/database.ts';
import { sizes } from '../http/bounds.ts';
import type { Serve } from '../api/api.ts';
import { problem, tooManyRequests } from '../http/problem.ts';
import { findRealmById, type RealmRef } from '../realms/queries.ts';
import type { Archives } from '../archives/archives.ts';
import type { Config } from '../config.ts';
import type { Inspection, Inspector } from '../inspection/inspect.ts';
import { nextVersion } from './next-version.ts';
import { lockToken, listVersions, publishVersion, unlockToken, type Hold, type NewVersion } from './queries.ts';
import { CutOffError, digestFault, receive, TooLargeError, type Received } from './receive.ts';
import { checkDisk, checkQuota } from './room.ts';
import { MAX_UPLOADS, uploadSlots } from './upload-slots.ts';

/** An upload that is not over by then has lost its token; longer than the server lets a request take. After a crash it is free then. */
const HOLD = 15 * 60_000;

const GIVE_BACK_EVERY = 200;
/** For whoever has too many uploads under way. */
const RETRY_AFTER = 5_000;

const formats = { 'application/gzip': 'tar.gz', 'application/zip': 'zip' } as const;
type ArchiveType = keyof typeof formats;

interface UploadServices {
  db: Database;
  archives: Archives;
  inspect: Inspector;
  config: Pick<Config, 'quotas' | 'minFreeDisk'>;
}

export function uploads(serve: Serve, { db, archives, inspect, config }: UploadServices): void {
  const takeSlot = uploadSlots();

  serve('uploadArchive', async (call) => {
    const { caller, params, headers, body } = call;
    const realm = await findRealmById(db, caller.realmId);
    if (!realm || realm.slug !== params.slug)
      throw problem('forbidden', 'This token opens the upload of another realm.');
    const type = archiveType(headers['content-type']);
    if (!type || !(body instanceof Readable)) throw notAnArchive();
    const declared = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
    if (declared !== undefined && declared > sizes.archive) throw tooLarge();
    await checkQuota(db, realm, config.quotas, declared);
    await checkDisk(dirname(archives.temporaryFile()), config.minFreeDisk);

    const hold = newHold(caller.tokenHash);
    if (!(await lockToken(db, hold, new Date().toISOString())))
      throw problem('conflict', 'An upload with this token is under way.');
    const file = archives.temporaryFile();
    try {
      using slot = takeSlot(caller.account.id);
      if (!slot) throw tooManyUploads();
      await using leaving = new AsyncDisposableStack(); // before the token is given back: who comes again meets nothing
      leaving.defer(() => rm(file, { force: true }));
      const received = await receive(body, file, sizes.archive).catch(refused);
      const fault = digestFault(headers['content-digest']?.toString(), received.digests);
      if (fault) throw problem('unprocessable', fault);
      const inspection = await inspect(file, type);
      if (!inspection.accepted) throw problem('unprocessable', inspection.reason);
      const sent = { ...received, file, format: formats[type] };
      const version = await publish(realm, hold, sent, inspection, actorOf(call));
      return { body: { slug: realm.slug, version, size: received.size, sha256: received.digest } };
    } catch (error) {
      await giveBack(hold);
      throw error;
    }
  });

  /** Where the store takes no writes for now, later: whoever was refused for that comes again with the same token. */
  async function giveBack(hold: Hold): Promise<void> {
    const release = () =>
      unlockToken(db, hold).then(
        () => true,
        () => false,
      );
    if (!(await release())) void releaseLater(release);
  }

  /** Nothing is kept before it is known what it will be. */
  async function publish(
    realm: RealmRef,
    hold: Hold,
    { file, digest, size, format }: Received & Pick<NewVersion, 'format'> & { file: string },
    inspection: Accepted,
    by: Actor,
  ): Promise<string> {
    const { id: realmId, slug, ownerId } = realm;
    const known = (await listVersions(db, realmId)).map((row) => row.version);
    const version = inspection.manifest.version ?? nextVersion(known);
    if (known.includes(version)) throw published(version);
    await archives.putFile(file, digest);
    const createdAt = new Date().toISOString();
    const made = { realmId, version, digest, size, format, manifest: saidBy(inspection), createdAt };
    try {
      const entry = newAuditEntry(by, 'realm.publish', slug, { version, sha256: digest });
      await publishVersion(db, made, hold, { ownerId, quotas: config.quotas, entry });
      return version;
    } catch (error) {
      if (error instanceof UniqueError) throw published(version);
      if (!(error instanceof ConditionError)) throw error;
      await checkQuota(db, realm, config.quotas, size);
      throw problem('conflict', 'The realm was deleted, or the token ended, while the upload was under way.');
    }
  }
}

async function releaseLater(release: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + HOLD;
  do await setTimeout(GIVE_BACK_EVERY, undefined, { ref: false });
  while (!(await release()) && performance.now() < until);
}

type Accepted = Extract<Inspection, { accepted: true }>;

function newHold(tokenHash: string): Hold {
  return { tokenHash, until: `${new Date(Date.now() + HOLD).toISOString()} ${randomUUID()}` };
}

function published(version: string): Error {
  return problem(
    'conflict',
    `Version ${version} is published, and versions do not change. Name another in realm.json.`,
  );
}

function saidBy({ manifest, readme }: Accepted): NewVersion['manifest'] {
  const { auth = false, payments = false, database = false } = manifest.features ?? {};
  const { node = '', npm = '' } = manifest.requirements ?? {};
  const { license, demo } = manifest;
  return {
    longDescription: manifest.longDescription ?? readme,
    features: { auth, payments, database },
    requirements: { node, npm },
    ...(license !== undefined && { license }),
    ...(demo !== undefined && { demo }),
  };
}

function archiveType(contentType = ''): ArchiveType | undefined {
  const [essence = ''] = contentType.split(';', 1);
  const type = essence.trim().toLowerCase();
  return Object.hasOwn(formats, type) ? (type as ArchiveType) : undefined;
}

function tooManyUploads(): Error {
  return tooManyRequests(
    `This account has ${MAX_UPLOADS} uploads under way, as many as it may.`,
    Date.now() + RETRY_AFTER,
  );
}

function notAnArchive(): Error {
  return problem('unsupported_media_type', 'Send a .tar.gz as application/gzip, or a .zip as application/zip.');
}

function tooLarge(): Error {
  return problem('payload_too_large', 'An archive has at most 100 MiB.');
}

function refused(error: unknown): never {
  if (error instanceof TooLargeError) throw tooLarge();
  if (error instanceof CutOffError)
    throw problem('invalid_request', 'The upload was cut off.', {
      errors: [{ field: 'body', message: 'was cut off' }],
    });
  throw error;
}
