// Every operation with its details, and every named schema: what the server, the OpenAPI document and the tests read.
import { accountDetails, accountSchemas } from './accounts.ts';
import { auditDetails, auditSchemas } from './audit.ts';
import { collectionDetails, collectionSchemas } from './collections.ts';
import { downloadDetails, downloadSchemas } from './downloads.ts';
import { Problem } from './errors.ts';
import { keyDetails, keySchemas } from './keys.ts';
import { limitDetails, limitSchemas } from './limits.ts';
import { oauthDetails, oauthSchemas } from './oauth.ts';
import type { OperationDetails } from './operation.ts';
import { operations, type OperationId } from './operations.ts';
import { publishingDetails, publishingSchemas } from './publishing.ts';
import { realmDetails, realmSchemas } from './realms.ts';
import { statsDetails, statsSchemas } from './stats.ts';
import { valueDetails, valueSchemas } from './values.ts';

/** The operations of each chapter of the reference. */
const detailsByChapter = {
  Realms: realmDetails,
  'Tags and categories': valueDetails,
  Downloads: downloadDetails,
  Publishing: publishingDetails,
  Collections: collectionDetails,
  Statistics: statsDetails,
  Accounts: accountDetails,
  Keys: keyDetails,
  'OAuth clients': oauthDetails,
  Limits: limitDetails,
  Audit: auditDetails,
} satisfies Record<string, Partial<Record<OperationId, OperationDetails>>>;

const details = {
  ...realmDetails,
  ...valueDetails,
  ...downloadDetails,
  ...publishingDetails,
  ...collectionDetails,
  ...statsDetails,
  ...accountDetails,
  ...keyDetails,
  ...oauthDetails,
  ...limitDetails,
  ...auditDetails,
} satisfies Record<OperationId, OperationDetails>;

type Specifications = { [Id in OperationId]: (typeof operations)[Id] & (typeof details)[Id] };

export const specifications = Object.fromEntries(
  (Object.keys(operations) as OperationId[]).map((id) => [id, { ...operations[id], ...details[id] }]),
) as Specifications;

export const chapters = Object.entries(detailsByChapter).map(([name, details]) => ({
  name,
  ids: Object.keys(details) as OperationId[],
}));

export const schemas = {
  ...realmSchemas,
  ...valueSchemas,
  ...downloadSchemas,
  ...publishingSchemas,
  ...collectionSchemas,
  ...statsSchemas,
  ...accountSchemas,
  ...keySchemas,
  ...oauthSchemas,
  ...limitSchemas,
  ...auditSchemas,
  Problem,
};
