// Decides what publishing an archive means for a realm, and does it. A step that was done before is found done, and not repeated.
import { createHash, randomUUID } from 'node:crypto';
import {
  isCatalogError,
  UnexpectedResponseError,
  type Client,
  type TransferOptions,
  type Version,
} from '@realm-catalog/client';
import { CommandError } from '../failure.ts';
import type { PackedRealm } from '../packing/pack-realm.ts';
import type { RealmFile } from './realm-file.ts';

export interface Publication {
  client: Client;
  slug: string;
  realm: RealmFile;
  packed: PackedRealm;
  signal: AbortSignal;
}

/** What there is to do: `create` a realm and upload, `upload` a version, or nothing, since `published` is there. */
export type Plan = { step: 'create' } | { step: 'upload' } | { step: 'none'; published: { version: string } };

export interface Published {
  slug: string;
  version: string;
  status: 'published' | 'already_published';
  isNewRealm: boolean;
}

/** One request. A version with the same files is found; any, if `realm.json` names none. The named one with other files is an error. */
export async function planPublication({ client, slug, packed, signal }: Publication): Promise<Plan> {
  const versions = await findVersions(client, slug, signal);
  if (!versions) return { step: 'create' };
  const { manifest, filesSha256 } = packed.contents;
  const { version } = manifest;
  // A catalog of an earlier release knows the digest of the archive alone.
  const hasSameFiles = (one: Version) =>
    one.filesSha256 ? one.filesSha256 === filesSha256 : one.sha256 === packed.sha256;
  const same = versions.find((one) => hasSameFiles(one) && (!version || one.version === version));
  if (same) return { step: 'none', published: same };
  if (!versions.some((one) => one.version === version)) return { step: 'upload' };
  throw new CommandError(
    'conflict',
    `${slug} ${version} is already published with other files, and a published version cannot change.`,
    {
      code: 'version_exists',
      hint: 'Set the next version in realm.json.',
    },
  );
}

async function findVersions(client: Client, slug: string, signal: AbortSignal) {
  try {
    return (await client.realms.versions(slug, { signal })).versions;
  } catch (error) {
    if (isCatalogError(error, 'not_found')) return undefined;
    throw error;
  }
}

export async function publish(publication: Publication, plan: Plan, options: TransferOptions = {}): Promise<Published> {
  const { client, slug, packed, signal } = publication;
  if (plan.step === 'none')
    return { slug, version: plan.published.version, status: 'already_published', isNewRealm: false };
  const isNewRealm = plan.step === 'create';
  const upload = isNewRealm ? await createRealm(publication) : undefined;
  try {
    const { version } = await client.realms.publish(slug, packed, { upload, signal, ...options });
    if (typeof version !== 'string')
      throw new UnexpectedResponseError('The answer to the upload does not say which version was published.');
    return { slug, version, status: 'published', isNewRealm };
  } catch (error) {
    if (!isCatalogError(error, 'conflict')) throw error;
    // Another run may have published the same archive meanwhile.
    const after = await planPublication(publication);
    if (after.step !== 'none') throw error;
    return { slug, version: after.published.version, status: 'already_published', isNewRealm };
  }
}

/** The key is made of the request, so that a run after a break gets the realm that the run before has created. */
async function createRealm({ client, slug, realm, signal }: Publication) {
  const { name = '', description = '', category = '', tags, visibility, license, repository } = realm;
  const fields = {
    name,
    slug,
    description,
    category,
    ...(tags && { tags }),
    ...(visibility && { visibility }),
    ...(license && { license }),
    ...(repository && { repository }),
  };
  const idempotencyKey = createHash('sha256').update(JSON.stringify(fields)).digest('hex');
  return client.realms.create(fields, { idempotencyKey, signal }).catch(async (error: unknown) => {
    // The realm of this key may have been deleted since; or another run is creating it, and then it is there in a moment.
    if (!isCatalogError(error, 'conflict') || (await findVersions(client, slug, signal))) throw error;
    return client.realms.create(fields, { idempotencyKey: randomUUID(), signal }).catch(throwIfTaken(slug));
  });
}

/** For `catch`. */
const throwIfTaken = (slug: string) => (error: unknown) => {
  if (!isCatalogError(error, 'conflict')) throw error;
  throw new CommandError('conflict', `The slug ${slug} is taken, or was used by a deleted realm.`, {
    code: 'slug_taken',
    hint: 'Choose another slug in realm.json.',
  });
};
