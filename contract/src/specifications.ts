// Every operation with its details, and every named schema: what the server, the OpenAPI document and the tests read.
import { accountDetails, accountSchemas } from './accounts.ts';
import { auditDetails, auditSchemas } from './audit.ts';
import { collectionDetails, collectionSchemas } from './collections.ts';
import { downloadDetails, downloadSchemas } from './downloads.ts';
import { Problem } from './errors.ts';
import { fileDetails, fileSchemas } from './files.ts';
import { keyDetails, keySchemas } from './keys.ts';
import { limitDetails, limitSchemas } from './limits.ts';
import { myRealmDetails, myRealmSchemas } from './my-realms.ts';
import { oauthDetails, oauthSchemas } from './oauth.ts';
import type { OperationDetails } from './operation.ts';
import { operations, type OperationId } from './operations.ts';
import { publishingDetails, publishingSchemas } from './publishing.ts';
import { realmDetails, realmSchemas } from './realms.ts';
import { sessionDetails, sessionSchemas } from './sessions.ts';
import { statsDetails, statsSchemas } from './stats.ts';
import { userDetails, userSchemas } from './users.ts';
import { tagDetails, tagSchemas } from './tags.ts';

/** The operations of each chapter of the reference. */
const detailsByChapter = {
  Realms: realmDetails,
  'Tags and categories': tagDetails,
  Downloads: downloadDetails,
  Publishing: publishingDetails,
  Files: fileDetails,
  Collections: collectionDetails,
  Statistics: statsDetails,
  People: userDetails,
  Accounts: accountDetails,
  'Your realms': myRealmDetails,
  'Sessions and grants': sessionDetails,
  Keys: keyDetails,
  'OAuth clients': oauthDetails,
  Limits: limitDetails,
  Audit: auditDetails,
} satisfies Record<string, Partial<Record<OperationId, OperationDetails>>>;

/** What each chapter is about. */
const chapterDescriptions: Record<keyof typeof detailsByChapter, string> = {
  Realms: 'Listing, searching, reading, creating and changing realms, and starring them.',
  'Tags and categories': 'What realms are found by, and the completion of what somebody types.',
  Downloads: 'Links to the archives of realms, and how often they were asked for.',
  Publishing: 'The versions of realms, and the upload of their archives.',
  Files: 'What is in the archive of a version, file by file, and what changed between two versions.',
  Collections: 'Lists of realms that curators make.',
  Statistics: 'What the whole catalog counts.',
  Accounts: 'Opening an account, logging in and out, and one’s own account.',
  Keys: 'API keys, which an account makes for its programs.',
  'Your realms': 'The realms that you own, and those that you starred.',
  People: 'What everyone may know of an account.',
  'Sessions and grants': 'Where you are logged in, and which applications act for you.',
  'OAuth clients': 'The applications that people register for OAuth 2.0.',
  Limits: 'What is left of the hourly limit.',
  Audit: 'Who did what, for administrators.',
};

const details = {
  ...realmDetails,
  ...tagDetails,
  ...downloadDetails,
  ...publishingDetails,
  ...fileDetails,
  ...collectionDetails,
  ...statsDetails,
  ...userDetails,
  ...accountDetails,
  ...myRealmDetails,
  ...sessionDetails,
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
  description: chapterDescriptions[name as keyof typeof detailsByChapter],
  ids: Object.keys(details) as OperationId[],
}));

export const schemas = {
  ...realmSchemas,
  ...tagSchemas,
  ...downloadSchemas,
  ...publishingSchemas,
  ...fileSchemas,
  ...collectionSchemas,
  ...statsSchemas,
  ...userSchemas,
  ...accountSchemas,
  ...myRealmSchemas,
  ...sessionSchemas,
  ...keySchemas,
  ...oauthSchemas,
  ...limitSchemas,
  ...auditSchemas,
  Problem,
};
