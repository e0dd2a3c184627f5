// A query of a list or a search: which realms may be shown, what they must have, their order, and the page.
import type { Has, Sort } from '@realm-catalog/contract';

/** The realms that a query may show. */
export type ListVisibility =
  | { kind: 'public' }
  /** Public realms, and the private realms of one owner. */
  | { kind: 'publicAndOwn'; ownerId: string }
  /** Public realms, and the private realms of every owner. */
  | { kind: 'allButUnlisted' }
  /** Every realm of one owner, unlisted realms included. No other kind shows an unlisted realm. */
  | { kind: 'ownedBy'; ownerId: string };

/** A text that is searched for, folded, and the words that a realm must have. */
export interface Term {
  text: string;
  words: string[];
}

export interface ListQuery {
  visibility: ListVisibility;
  /** Only the realms of this owner, as far as `visibility` shows them. */
  ownerId?: string | undefined;
  /** The usernames of owners: a realm must have one of them. The same holds for categories and licenses. */
  author?: string[] | undefined;
  category?: string[] | undefined;
  /** In any case. */
  license?: string[] | undefined;
  /** A realm must have all of these tags. */
  tags: string[];
  /** True: only featured realms. */
  featured: boolean;
  /** A realm must have all of these. */
  has?: Has[] | undefined;
  /** The folded text, and the words in it; the name or the description must contain every word. */
  search?: Term | undefined;
  /** The same for the broad search, which also finds words in the slug, the tags, the category and the author. Not together with `search`. */
  q?: Term | undefined;
  /** Only these realms, none of them twice. */
  seqs?: number[] | undefined;
  /** `seqs`: in the order of the field above. `published`: by the time of the version that a realm shows, the newest first. */
  sort: Sort | 'seqs' | 'published';
  /** True: realms without an upload come last. With a search by relevance it changes nothing. */
  isUnpublishedLast?: boolean | undefined;
  limit: number;
  offset: number;
}
