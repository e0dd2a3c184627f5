// Pages of a list: which part was asked for, and the addresses of the parts around it.

interface Page {
  total: number;
  limit: number;
  offset: number;
}

/** An RFC 8288 `Link` header to the first, previous, next and last page of the same question; none where there is nothing. */
export function pageLinks(
  address: string,
  query: Record<string, unknown>,
  { total, limit, offset }: Page,
): { link?: string } {
  if (total === 0) return {};
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const pages: [rel: string, offset: number][] = [['first', 0]];
  if (offset > 0) pages.push(['prev', Math.max(0, Math.min(offset - limit, last))]);
  if (offset + limit < total) pages.push(['next', offset + limit]);
  pages.push(['last', last]);

  let same = '';
  for (const [name, value] of Object.entries(query))
    if (name !== 'limit' && name !== 'offset' && String(value) !== '')
      same += `${name}=${encodeURIComponent(String(value))}&`;
  const links = pages.map(([rel, at]) => `<${address}?${same}limit=${limit}&offset=${at}>; rel="${rel}"`);
  return { link: links.join(', ') };
}
