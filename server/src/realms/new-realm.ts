// A realm as it begins: what its maker says, and nothing set otherwise.
import { randomUUIDv7 } from 'node:crypto';
import type { RealmFields } from '@realm-catalog/contract';
import type { NewRealm } from './writes.ts';
import { slugOf } from './slug.ts';

type Said = RealmFields & Partial<NewRealm> & Pick<NewRealm, 'ownerId' | 'createdAt'>;

export function newRealm({ tags = [], ...said }: Said): NewRealm {
  return {
    id: randomUUIDv7(),
    slug: slugOf(said.name),
    visibility: 'public',
    featured: false,
    tags: cleanTags(tags),
    longDescription: '',
    version: '0.0.0',
    license: '',
    features: { auth: false, payments: false, database: false },
    requirements: { node: '', npm: '' },
    repository: '',
    demo: '',
    downloadCount: 0,
    starCount: 0,
    updatedAt: said.createdAt,
    ...said,
  };
}

/** Lower-case, in order, without duplicates. */
export function cleanTags(tags: string[]): string[] {
  return [...new Set(tags.map((tag) => tag.toLowerCase()))];
}
