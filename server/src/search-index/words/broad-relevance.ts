// Ranks the matches of a broad search: the term is the name or the slug; each word is a tag, the category or the username; the name begins with the
// term; each word is in the name, or is one of these; the rest.
import type { BroadWord } from './broad-words.ts';
import { codePointOrdered } from '../orders/code-point-order.ts';
import type { IndexData } from '../index-data.ts';
import { intersect, union, unite, type Matches, type Positions } from '../sets/intersect.ts';
import type { ListQuery } from '../list-query.ts';
import type { RealmSet } from '../sets/realm-set.ts';
import { lengthOf, namesLike, prefixedNames, writePositions } from './relevance.ts';
import { findSlug } from './slug-words.ts';

/** Returns the matches of each rank but the last, best first. The matches of a rank contain those of the ranks before. */
export function broadlyRanked(
  text: string,
  words: BroadWord[],
  matches: Matches,
  page: Pick<ListQuery, 'offset' | 'limit'>,
  data: IndexData,
): Matches[] {
  const { buffers, columns, orders } = data;
  const order = data.scores.orders.relevance;
  const amongMatches = (positions: Positions[]) =>
    intersect([...positions, { bitmap: matches.bitmap }], order, buffers);
  const withEach = (setsOf: (word: BroadWord) => RealmSet[]) =>
    amongMatches(words.map((word) => union(setsOf(word), order, buffers)));
  const ofRows = (parts: ArrayLike<number>[]) => {
    const list = buffers.list(lengthOf(parts));
    return amongMatches([{ list, length: writePositions(parts, order, list) }]);
  };

  const slugRow = text.includes(' ') ? 0 : findSlug(text, data);
  const ofSlug = slugRow === 0 ? [] : [[slugRow]];
  const named = withEach(({ exact, inName }) => [...exact, ...inName]);
  const upToNamed = unite([ofRows(ofSlug), named], order, buffers);
  if (page.offset >= upToNamed.total) return [upToNamed];

  const names = namesLike(codePointOrdered(text), columns.names, orders.name);
  const best = ofRows([...names.exact, ...ofSlug]);
  const upToExact = unite([best, withEach(({ exact }) => exact)], order, buffers);
  const prefixed = prefixedNames(names, named, order, page.offset + page.limit);
  return [best, upToExact, unite([upToExact, ofRows(prefixed)], order, buffers), upToNamed];
}
