// All data of an account in one document.
import { Account } from './accounts.ts';
import { AuditEntry } from './audit.ts';
import { createdAt, slug, timestamp } from './fields.ts';
import { identityResource } from './identities.ts';
import { keyResource } from './keys.ts';
import { oauthResource } from './oauth.ts';
import type { Resource } from './operation.ts';
import { RealmDetail } from './realms.ts';
import { boolean, integer, list, object, string } from './schema.ts';
import { secondFactorResource } from './second-factors.ts';
import { sessionResource } from './sessions.ts';

const { isCurrent: _isCurrent, ...sessionFields } = sessionResource.schemas.LoginSession.properties;
const { quarantine, ...realmFields } = RealmDetail.properties;

const OwnVersion = object({
  version: string({ examples: ['1.0.0'] }),
  size: integer({ minimum: 0, description: 'The size in bytes.', examples: [4096] }),
  sha256: string({ description: 'The SHA-256 of the archive, in hexadecimal.', examples: ['9f86d081884c7d65…'] }),
  yanked: boolean({ examples: [false] }),
  reason: string({ description: 'Why it was yanked, or empty.', examples: [''] }),
  createdAt,
});

const MyData = object({
  account: Account,
  keys: list(keyResource.schemas.Key, { description: 'Without the keys themselves, which are not stored.' }),
  clients: list(oauthResource.schemas.OAuthClient, { description: 'The OAuth clients that you have registered.' }),
  sessions: list(object(sessionFields)),
  secondFactors: secondFactorResource.schemas.SecondFactors,
  identities: list(identityResource.schemas.Identity, { description: 'Your accounts at other providers.' }),
  grants: list(sessionResource.schemas.Grant),
  collections: list(object({ slug: string({ examples: ['business'] }) }), {
    description: 'The collections that you have created.',
  }),
  stars: list(object({ slug, createdAt: timestamp('When you starred it.') }), {
    description: 'The realms that you have starred, without those that you may no longer see.',
  }),
  realms: list(object({ ...realmFields, versions: list(OwnVersion) }, { quarantine }), {
    description: 'The realms that you own, of every visibility. Download their archives one by one.',
  }),
  audit: list(AuditEntry, { description: 'What you did, newest first.' }),
});

export const myDataResource = {
  chapter: 'Your data',
  description: 'All data that the catalog has about you.',
  schemas: { MyData },
  meanings: { MyData: 'All data of an account.' },
  details: {
    getMyData: {
      clientMethod: 'account.data',
      summary: 'Export your data',
      description: 'One JSON document, sent as a stream. Needs the scope `realms:read` in addition to `account`.',
      reply: { status: 200, schema: MyData },
    },
  },
} as const satisfies Resource;
