// Publishing: the versions of a realm, and the upload of their archives.
import { createdAt, id, realmSlug, slug, timestamp } from './fields.ts';
import type { Resource } from './operation.ts';
import { boolean, integer, list, object, oneOf, string } from './schema.ts';
import { Part, parts, Variable, variables } from './templates.ts';

const version = string({ description: 'Semantic version.', examples: ['1.0.0'] });
const sha256 = string({ description: 'The SHA-256 of the archive, in hexadecimal.', examples: ['9f86d081884c7d65…'] });
const filesSha256 = string({
  description:
    'A digest of its files, in hexadecimal. It is the same for the same files, however they are packed: the SHA-256 of a line for ' +
    'each file, sorted by the bytes of the path. A line is path, NUL, mode (`0644` or `0755`), NUL, SHA-256 of the file, line ' +
    'feed. Empty until an upgraded catalog has computed it for an older version.',
  examples: ['2c26b46b68ffc68f…'],
});
const size = integer({ minimum: 0, description: 'The size of the archive, in bytes.', examples: [4096] });

const uploadFields = {
  uploadUrl: string({
    format: 'uri',
    description: 'Where to send the archive.',
    examples: ['https://catalog.example/v1/api/realms/my-realm/upload'],
  }),
  uploadToken: string({
    description: 'A secret for this upload. It works once, for one hour, and for this realm only.',
    examples: ['rlm_upload_…'],
  }),
};
/** What creating a realm answers with. */
export const CreatedRealm = object({ id, slug, ...uploadFields });

const Upload = object({ ...uploadFields, expiresAt: timestamp('When the token expires.') });
const UploadedVersion = object({ slug, version, size, sha256, filesSha256 });
const versionFields = {
  version,
  size,
  sha256,
  filesSha256,
  yanked: boolean({
    description: 'Whether it is yanked: you can still get it by its number, but it is not served by default.',
    examples: [false],
  }),
  reason: string({ description: 'Why it was yanked, or empty.', examples: [''] }),
  createdAt,
};
const Version = object(versionFields);
const VersionDetail = object({
  ...versionFields,
  format: oneOf(['tar.gz', 'zip'], { description: 'The format of the archive.', examples: ['tar.gz'] }),
  unpackedSize: integer({ minimum: 0, description: 'The size of all its files, in bytes.', examples: [16_384] }),
  fileCount: integer({ minimum: 0, examples: [12] }),
  downloadCount: integer({ minimum: 0, description: 'Downloads of this version.', examples: [64] }),
  publishedBy: string({ description: 'Username of the account that published it.', examples: ['realm-catalog'] }),
  longDescription: string({
    description: 'Markdown from its `realm.json`, or else from its README.',
    examples: ['# SaaS Starter'],
  }),
  readme: string({ description: 'Its README.md, or empty.', examples: ['# SaaS Starter'] }),
  license: string({ description: 'From its `realm.json`, or empty.', examples: ['MIT'] }),
  demo: string({ description: 'From its `realm.json`, or empty.', examples: [''] }),
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
    CreatedRealm: 'A new realm, and where to send its first archive.',
    Upload: 'Where to send the archive of the next version.',
    UploadedVersion: 'The version that was published.',
    Version: 'A version of a realm in the list of versions.',
    VersionDetail: 'A version of a realm, with details from its archive.',
    VersionList: 'All versions of a realm.',
    Variable: 'A value that a realm asks for, and the text that it replaces.',
    Part: 'Files of a realm that people can leave out.',
  },
  details: {
    listVersions: {
      clientMethod: 'realms.versions',
      summary: 'List the versions of a realm',
      description: 'Newest first. The archive of a version never changes.',
      params: realmSlug,
      reply: { status: 200, schema: VersionList },
      errors: ['not_found'],
    },
    getVersion: {
      clientMethod: 'realms.version',
      summary: 'Read one version of a realm',
      description:
        'Includes details from its `realm.json`, its README and facts about its archive. The generated version 0.0.0 is a 404.',
      params: versionParams,
      reply: { status: 200, schema: VersionDetail },
      errors: ['not_found'],
    },
    openUpload: {
      clientMethod: 'realms.openUpload',
      summary: 'Open the upload of the next version',
      description:
        'For the owner. Send the archive to `uploadUrl` with `uploadToken`. The token ends with the key, session or grant that opened ' +
        'the upload. If you repeat the request with the same `Idempotency-Key` within 24 hours, a new token replaces the earlier one.',
      params: realmSlug,
      reply: { status: 201, schema: Upload },
      errors: ['quota_exceeded', 'not_found', 'conflict', 'unprocessable'],
    },
    uploadArchive: {
      clientMethod: 'realms.upload',
      summary: 'Upload an archive',
      description:
        'The body is a `.tar.gz` or a `.zip` of at most 100 MiB, with any of its media types or none. If you send `Content-Digest` ' +
        '(RFC 9530), it is verified. The `realm.json` in the archive sets the version and its details. A refused archive leaves ' +
        'nothing behind, and you can try again with the same token. If the version is already published with other files, this is a ' +
        '409. If its files are the same, the response is 200 with that version and nothing changes: the token stays valid, and no ' +
        'quota is used.',
      params: realmSlug,
      requestHeaders: ['Content-Digest'],
      reply: {
        status: 201,
        schema: UploadedVersion,
        existing: 'The version was already published with the same files',
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
      summary: 'Yank or unyank a version',
      description:
        'For the owner. People can still get a yanked version by its number, but it is not served by default.',
      params: versionParams,
      body: object(
        { yanked: boolean({ examples: [true] }) },
        {
          reason: string({
            maxLength: 500,
            description: 'Why it is yanked. It is shown with the version until you unyank it.',
            examples: ['It does not start.'],
          }),
        },
      ),
      reply: { status: 200, schema: Version },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;
