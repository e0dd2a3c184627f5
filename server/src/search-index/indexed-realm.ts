// The fields of a realm that lists and searches filter and sort by.
import type { Has } from '@realm-catalog/contract';

export interface IndexedRealm {
  /** The number that the database gave to the realm: positive and unique. */
  seq: number;
  /** A UUID in lower case. */
  id: string;
  slug: string;
  visibility: 'public' | 'unlisted' | 'private';
  ownerId: string;
  /** The username of the owner. */
  author: string;
  /** The name of the owner, folded. It is the same in all realms of the owner. */
  authorName: string;
  category: string;
  tags: string[];
  featured: boolean;
  /** What the query `has` can require. */
  has: Has[];
  isDeprecated: boolean;
  /** Whether it has a version that was uploaded. */
  isPublished: boolean;
  /** As it was written; empty if there is none. */
  license: string;
  /** Name and description as `fold` of `realms/search.ts` writes them: tokens with single blanks between them. */
  nameFolded: string;
  descriptionFolded: string;
  createdAt: string;
  updatedAt: string;
  /** When the version that it shows was published; empty if there is none. */
  publishedAt: string;
  downloadCount: number;
  starCount: number;
}
