// Publishing: the versions of a realm, and the upload of their archives.
import { createdAt, id, realmSlug, slug, timestamp } from './fields.ts';
import type { Resource } from './operation.ts';
import { boolean, integer, list, object, oneOf, string } from './schema.ts';
import { Part, parts, Variable, variables } from './templates.ts';

const version = string({ description: 'Semantic version.', examples: ['1.0.0'] });
const sha256 = string({ description: 'Of the archive, in hexadecimal.', examples: ['9f86d081884c7d65…'] });
const filesSha256 = string({
  description:
    'Over its files, in hexadecimal: the same for the same files, however they are packed. SHA-256 of a line for each file, in the order of the ' +
    'bytes of the paths: path, NUL, mode (`0644` or `0755`), NUL, SHA-256 of the file, line feed. Empty while a version of an older catalog waits for it.',
  examples: ['2c26b46b68ffc68f…'],
});
const size = integer({ minimum: 0, description: 'Of the archive, in bytes.', examples: [4096] });

const uploadFields = {
  uploadUrl: string({
    format: 'uri',
    description: 'Where to send the archive.',
    examples: ['https://catalog.example/v1/api/realms/my-realm/upload'],
  }),
  uploadToken: string({
    description: 'A secret for this upload: one use, one hour, this realm only.',
    examples: ['rlm_upload_…'],
  }),
};
/** What creating a realm answers with. */
export const CreatedRealm = object({ id, slug, ...uploadFields });

const Upload = object({ ...uploadFields, expiresAt: timestamp('When the token ends.') });
const UploadedVersion = object({ slug, version, size, sha256, filesSha256 });
const versionFields = {
  version,
  size,
  sha256,
  filesSha256,
  yanked: boolean({ description: 'Kept for who has it, not served by default.', examples: [false] }),
  reason: string({ description: 'Why it was yanked, or empty.', examples: [''] }),
  createdAt,
};
const Version = object(versionFields);
const VersionDetail = object({
  ...versionFields,
  format: oneOf(['tar.gz', 'zip'], { description: 'Of the archive.', examples: ['tar.gz'] }),
  unpackedSize: integer({ minimum: 0, description: 'Of all its files, in bytes.', examples: [16_384] }),
  fileCount: integer({ minimum: 0, examples: [12] }),
  downloadCount: integer({ minimum: 0, description: 'Downloads of this version.', examples: [64] }),
  publishedBy: string({ description: 'Username of the account that published it.', examples: ['realm-catalog'] }),
  longDescription: string({
    description: 'Markdown, of its `realm.json` or else its README.',
    examples: ['# SaaS Starter'],
  }),
  readme: string({ description: 'Its README.md, or empty.', examples: ['# SaaS Starter'] }),
  license: string({ description: 'Of its `realm.json`, or empty.', examples: ['MIT'] }),
  demo: string({ description: 'Of its `realm.json`, or empty.', examples: [''] }),
  features: object({ auth: boolean(), payments: boolean(), database: boolean() }),
  requirements: object({ node: string({ examples: ['>=24'] }), npm: string({ examples: ['>=10'] }) }),
  variables,
  parts,
});
const VersionList = object({ versions: list(Version) });

const versionParams = object({
  slug: realmSlug.properties.slug,
  version: string({ description: 'The version.', examples: ['1.0.0'] }),
});

export const publishingResource = {
  chapter: 'Publishing',
  description: 'The versions of realms, and the upload of their archives.',
  schemas: { CreatedRealm, Upload, UploadedVersion, Version, VersionDetail, VersionList, Variable, Part },
  meanings: {
    CreatedRealm: 'A new realm, and where its first archive goes.',
    Upload: 'Where the archive of the next version goes.',
    UploadedVersion: 'The version that was published.',
    Version: 'A version of a realm as the list of versions has it.',
    VersionDetail: 'A version of a realm, with what its archive says of it.',
    VersionList: 'All versions of a realm.',
    Variable: 'A text that a realm asks for, and what it takes the place of.',
    Part: 'Files of a realm that one may leave out.',
  },
  details: {
    listVersions: {
      clientMethod: 'realms.versions',
      summary: 'List the versions of a realm',
      description: 'The newest first. Each is immutable.',
      params: realmSlug,
      reply: { status: 200, schema: VersionList },
      errors: ['not_found'],
    },
    getVersion: {
      clientMethod: 'realms.version',
      summary: 'Read one version of a realm',
      description:
        'What its `realm.json` and its README say, and facts of its archive. The generated version 0.0.0 is a 404.',
      params: versionParams,
      reply: { status: 200, schema: VersionDetail },
      errors: ['not_found'],
    },
    openUpload: {
      clientMethod: 'realms.openUpload',
      summary: 'Open the upload of a next version',
      description:
        'For the owner. Send the archive to `uploadUrl` with `uploadToken`, which ends with the key, session or grant that opened it. ' +
        'With the header `Idempotency-Key`, asking again within 24 hours ends the token before and gives a new one.',
      params: realmSlug,
      reply: { status: 201, schema: Upload },
      errors: ['quota_exceeded', 'not_found', 'conflict', 'unprocessable'],
    },
    uploadArchive: {
      clientMethod: 'realms.upload',
      summary: 'Upload an archive',
      description:
        'The body is a `.tar.gz` or a `.zip` of at most 100 MiB, under any of its media types or none; `Content-Digest` (RFC 9530) ' +
        'is verified if it is sent. `realm.json` in it sets the version and what the realm says of itself. A refused archive leaves ' +
        'nothing behind, and its token is good for another try. A version that is published already is a 409 if its files differ; if they ' +
        'are the same, the answer is 200 with that version, and nothing changes: the token stays good, and no quota is taken.',
      params: realmSlug,
      requestHeaders: ['Content-Digest'],
      reply: {
        status: 201,
        schema: UploadedVersion,
        existing: 'The version was published before, with the same files',
      },
      errors: [
        'quota_exceeded',
        'not_found',
        'conflict',
        'payload_too_large',
        'unsupported_media_type',
        'unprocessable',
      ],
    },
    updateVersion: {
      clientMethod: 'realms.updateVersion',
      summary: 'Yank a version, or take that back',
      description: 'For the owner. A yanked version is kept for who has it, and not served by default.',
      params: versionParams,
      body: object(
        { yanked: boolean({ examples: [true] }) },
        {
          reason: string({
            maxLength: 500,
            description: 'Why it is yanked; shown with the version until that is taken back.',
            examples: ['It does not start.'],
          }),
        },
      ),
      reply: { status: 200, schema: Version },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;
