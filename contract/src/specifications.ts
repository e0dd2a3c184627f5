// Every operation with its details, and every named schema: what the server, the OpenAPI document and the tests read.
import { accountResource } from './accounts.ts';
import { auditResource } from './audit.ts';
import { collectionResource } from './collections.ts';
import { downloadResource } from './downloads.ts';
import { Problem } from './errors.ts';
import { fileResource } from './files.ts';
import { identityResource } from './identities.ts';
import { keyResource } from './keys.ts';
import { limitResource } from './limits.ts';
import { mailResource } from './mail.ts';
import { myDataResource } from './my-data.ts';
import { myRealmResource } from './my-realms.ts';
import { oauthResource } from './oauth.ts';
import type { InputDetails, OperationDetails } from './operation.ts';
import { operations, type OperationId } from './operations.ts';
import { operatorResource } from './operators.ts';
import { publishingResource } from './publishing.ts';
import { realmResource } from './realms.ts';
import { secondFactorResource } from './second-factors.ts';
import { sessionResource } from './sessions.ts';
import { statsResource } from './stats.ts';
import { tagResource } from './tags.ts';
import { userResource } from './users.ts';

/** In the order of the chapters of the reference. */
const resources = [
  realmResource,
  tagResource,
  downloadResource,
  publishingResource,
  fileResource,
  collectionResource,
  statsResource,
  userResource,
  accountResource,
  myRealmResource,
  sessionResource,
  myDataResource,
  secondFactorResource,
  mailResource,
  identityResource,
  keyResource,
  oauthResource,
  limitResource,
  operatorResource,
  auditResource,
] as const;

/** What has the properties of every type of a union. */
type Merged<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer All) => void ? All : never;

const details = merged(resources.map(({ details }) => details)) satisfies {
  [Id in OperationId]: OperationDetails & InputDetails<(typeof operations)[Id]>;
};

type Specifications = { [Id in OperationId]: (typeof operations)[Id] & (typeof details)[Id] };

export const specifications = Object.fromEntries(
  (Object.keys(operations) as OperationId[]).map((id) => [id, { ...operations[id], ...details[id] }]),
) as Specifications;

export const chapters = resources.map(({ chapter, description, details }) => ({
  name: chapter,
  description,
  ids: Object.keys(details) as OperationId[],
}));

export const schemas = { ...merged(resources.map(({ schemas }) => schemas)), Problem };

/** What each schema stands for. */
export const meanings: Record<string, string> = {
  ...merged(resources.map(({ meanings }): Record<string, string> => meanings)),
  Problem: 'An error (RFC 9457).',
};

function merged<T extends object>(objects: T[]): Merged<T> {
  return Object.assign({}, ...objects) as Merged<T>;
}
