// The columns of a realm, each with its value from the realm's fields. Statements and types of rows are made from these tables.
import type { RealmDetail, RealmSummary } from '@realm-catalog/contract';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { fold } from './search.ts';

/** The fields of a realm that are columns of its row. */
export interface NewRealm
  extends
    Omit<RealmSummary, 'author' | 'recentDownloads' | 'isDeprecated' | 'coverUrl' | 'publishedAt' | 'quarantine'>,
    Pick<RealmDetail, 'longDescription' | 'features' | 'requirements' | 'repository' | 'demo'> {
  ownerId: string;
}

/** What a realm says of its deprecation. */
export interface Deprecation {
  isDeprecated: boolean;
  message: string;
  /** The id of the realm to use instead, or empty. */
  successorId: string;
}

type AllFields = NewRealm & { deprecation: Deprecation };
/** Some fields of a realm. */
export type StoredFields = { [Field in keyof AllFields]?: AllFields[Field] | undefined };

/** Each has a value if its field has one. */
type Columns = Record<string, (realm: StoredFields) => string | number | undefined>;

/** Those that lists show. */
const inSummaries = {
  id: ({ id }) => id,
  slug: ({ slug }) => slug,
  name: ({ name }) => name,
  description: ({ description }) => description,
  category: ({ category }) => category,
  tags: ({ tags }) => tags && JSON.stringify(tags),
  version: ({ version }) => version,
  license: ({ license }) => license,
  visibility: ({ visibility }) => visibility,
  featured: ({ featured }) => flag(featured),
  star_count: ({ starCount }) => starCount,
  deprecated: ({ deprecation }) => flag(deprecation?.isDeprecated),
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
} satisfies Columns;

/** Those that only details show. */
const inDetails = {
  long_description: ({ longDescription }) => longDescription,
  has_auth: ({ features }) => flag(features?.auth),
  has_payments: ({ features }) => flag(features?.payments),
  has_database: ({ features }) => flag(features?.database),
  requires_node: ({ requirements }) => requirements?.node,
  requires_npm: ({ requirements }) => requirements?.npm,
  repository: ({ repository }) => repository,
  demo: ({ demo }) => demo,
  deprecation_message: ({ deprecation }) => deprecation?.message,
  successor_id: ({ deprecation }) => deprecation?.successorId,
} satisfies Columns;

/** Those by which realms are found and sorted. */
const inSearches = {
  owner_id: ({ ownerId }) => ownerId,
  name_folded: ({ name }) => name && fold(name),
  description_folded: ({ description }) => description && fold(description),
  download_count: ({ downloadCount }) => downloadCount,
} satisfies Columns;

type Row<Table extends Columns> = { [Column in keyof Table]: Exclude<ReturnType<Table[Column]>, undefined> };
export type SummaryColumns = Row<typeof inSummaries>;
export type DetailColumns = Row<typeof inDetails>;
export type SearchColumns = Row<typeof inSearches>;

export const summaryColumns = selected(inSummaries);
export const detailColumns = selected(inDetails);

const all = Object.entries<Columns[string]>({ ...inSummaries, ...inDetails, ...inSearches }).map(([name, valueOf]) => ({
  name: raw(name),
  valueOf,
}));

/** The other columns have defaults. */
export function insertFields(realm: NewRealm): Sql {
  const columns = columnsOf(realm);
  return sql`insert into realms (${join(columns.map(({ name }) => name))}) values (${join(columns.map(({ value }) => value))})`;
}

/** Updates the columns of these fields. More conditions may follow. */
export function updateFields(id: string, fields: StoredFields): Sql {
  return sql`update realms set ${join(columnsOf(fields).map(({ name, value }) => sql`${name} = ${value}`))} where id = ${id}`;
}

function columnsOf(realm: StoredFields): { name: Sql; value: string | number }[] {
  return all.flatMap(({ name, valueOf }) => {
    const value = valueOf(realm);
    return value === undefined ? [] : [{ name, value }];
  });
}

function selected(columns: Columns): Sql {
  return join(Object.keys(columns).map((column) => raw(`realms.${column}`)));
}

function flag(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}
