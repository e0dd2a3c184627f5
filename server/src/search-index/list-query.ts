// A query of a list or a search: which realms may be shown, what they must have, their order, and the page.
import type { Sort } from '@realm-catalog/contract';

/** The realms that a query may show. */
export type ListVisibility =
  | { kind: 'public' }
  /** Public realms, and the private realms of one owner. */
  | { kind: 'publicAndOwn'; ownerId: string }
  /** Public realms, and the private realms of every owner. */
  | { kind: 'allButUnlisted' }
  /** Every realm of one owner, unlisted realms included. No other kind shows an unlisted realm. */
  | { kind: 'ownedBy'; ownerId: string };

export interface ListQuery {
  visibility: ListVisibility;
  /** Only the realms of this owner, as far as `visibility` shows them. */
  ownerId?: string | undefined;
  /** The username of the owner. */
  author?: string | undefined;
  category?: string | undefined;
  /** In any case. */
  license?: string | undefined;
  /** A realm must have all of these tags. */
  tags: string[];
  /** True: only featured realms. */
  featured: boolean;
  /** The folded text, and the words in it; a realm must contain every word. */
  search?: { text: string; words: string[] } | undefined;
  /** Only these realms, none of them twice. */
  seqs?: number[] | undefined;
  /** `seqs`: in the order of the field above. */
  sort: Sort | 'seqs';
  limit: number;
  offset: number;
}
