// The specification as a table: every operation of the service, by its name.
import { accountOperations, accountShapes } from './accounts.ts';
import { auditOperations, auditShapes } from './audit.ts';
import { collectionOperations, collectionShapes } from './collections.ts';
import { Problem } from './errors.ts';
import { downloadOperations, downloadShapes } from './downloads.ts';
import { keyOperations, keyShapes } from './keys.ts';
import { limitOperations, limitShapes } from './limits.ts';
import { oauthOperations, oauthShapes } from './oauth.ts';
import type { Operation } from './operation.ts';
import { publishingOperations, publishingShapes } from './publishing.ts';
import { realmOperations, realmShapes } from './realms.ts';
import { statsOperations, statsShapes } from './stats.ts';

/** By chapter, as people read them. */
export const chapters = {
  Realms: realmOperations,
  Downloads: downloadOperations,
  Publishing: publishingOperations,
  Collections: collectionOperations,
  Statistics: statsOperations,
  Accounts: accountOperations,
  Keys: keyOperations,
  'OAuth clients': oauthOperations,
  Limits: limitOperations,
  Audit: auditOperations,
} satisfies Record<string, Record<string, Operation>>;

export const operations = {
  ...realmOperations,
  ...downloadOperations,
  ...publishingOperations,
  ...collectionOperations,
  ...statsOperations,
  ...accountOperations,
  ...keyOperations,
  ...oauthOperations,
  ...limitOperations,
  ...auditOperations,
};

export const shapes = {
  ...realmShapes,
  ...downloadShapes,
  ...publishingShapes,
  ...collectionShapes,
  ...statsShapes,
  ...accountShapes,
  ...keyShapes,
  ...oauthShapes,
  ...limitShapes,
  ...auditShapes,
  Problem,
};
