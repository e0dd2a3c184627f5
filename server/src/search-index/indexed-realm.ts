// The fields of a realm that lists and searches filter and sort by.

export interface IndexedRealm {
  /** The number that the database gave to the realm: positive and unique. */
  seq: number;
  /** A UUID in lower case. */
  id: string;
  visibility: 'public' | 'unlisted' | 'private';
  ownerId: string;
  /** The username of the owner. */
  author: string;
  category: string;
  tags: string[];
  featured: boolean;
  /** As it was written; empty if there is none. */
  license: string;
  /** Name and description as `fold` of `realms/search.ts` writes them: tokens with single blanks between them. */
  nameFolded: string;
  descriptionFolded: string;
  createdAt: string;
  updatedAt: string;
  downloadCount: number;
  starCount: number;
}
