-- Accounts, realms and collections. Ids are UUIDv7 as text, times are RFC 3339 with milliseconds, booleans are 0 or 1.

create table accounts (
  id text not null primary key,
  username text not null unique,
  name text not null,
  image text not null,
  bio text not null,
  created_at text not null
);

-- `seq` numbers the rows for the search index; it leaves the database in no answer.
create table realms (
  seq integer primary key,
  id text not null unique,
  slug text not null unique,
  owner_id text not null references accounts (id),
  visibility text not null check (visibility in ('public', 'unlisted', 'private')),
  featured integer not null,
  name text not null,
  description text not null,
  category text not null,
  tags text not null, -- JSON, in the author's order; realm_tags finds by them
  long_description text not null,
  version text not null,
  license text not null,
  has_auth integer not null,
  has_payments integer not null,
  has_database integer not null,
  requires_node text not null,
  requires_npm text not null,
  repository text not null,
  demo text not null,
  download_count bigint not null,
  star_count integer not null,
  created_at text not null,
  updated_at text not null,
  name_folded text not null, -- as search compares: without case and accents
  description_folded text not null
);

-- One index for each order that a page may have; every order ends in the id.
create index realms_newest on realms (visibility, created_at, id);
create index realms_category_newest on realms (visibility, category, created_at, id);
create index realms_downloads on realms (visibility, download_count, created_at, id);
create index realms_stars on realms (visibility, star_count, created_at, id);
create index realms_updated on realms (visibility, updated_at, id);
create index realms_name on realms (visibility, name_folded, id);
create index realms_featured on realms (visibility, featured, created_at, id);
create index realms_owner on realms (owner_id);

create table realm_tags (
  tag text not null,
  realm_id text not null references realms (id) on delete cascade,
  primary key (tag, realm_id)
);
create index realm_tags_realm on realm_tags (realm_id);

create table collections (
  id text not null primary key,
  slug text not null unique,
  name text not null,
  description text not null,
  featured integer not null,
  created_by text not null references accounts (id),
  created_at text not null
);

create table collection_realms (
  collection_id text not null references collections (id) on delete cascade,
  position integer not null,
  realm_id text not null references realms (id) on delete cascade,
  primary key (collection_id, position)
);
create index collection_realms_realm on collection_realms (realm_id);

-- What the store itself must remember, such as that its first start is over.
create table store_facts (
  name text not null primary key,
  value text not null
);
