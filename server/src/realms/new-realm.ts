// Makes a new realm: the fields of its creator, and defaults for all others.
import { randomUUIDv7 } from 'node:crypto';
import { GENERATED_VERSION, type RealmFields } from '@realm-catalog/contract';
import type { NewRealm } from './columns.ts';
import { slugOf } from './slug.ts';

type GivenFields = RealmFields & Partial<NewRealm> & Pick<NewRealm, 'ownerId' | 'createdAt'>;

export function newRealm({ tags = [], ...fields }: GivenFields): NewRealm {
  return {
    id: randomUUIDv7(),
    slug: slugOf(fields.name),
    visibility: 'public',
    featured: false,
    tags: cleanTags(tags),
    longDescription: '',
    version: GENERATED_VERSION,
    license: '',
    features: { auth: false, payments: false, database: false },
    requirements: { node: '', npm: '' },
    repository: '',
    demo: '',
    downloadCount: 0,
    starCount: 0,
    updatedAt: fields.createdAt,
    ...fields,
  };
}

/** Tags in lower case and in the given order, without duplicates. */
export function cleanTags(tags: string[]): string[] {
  return [...new Set(tags.map((tag) => tag.toLowerCase()))];
}
