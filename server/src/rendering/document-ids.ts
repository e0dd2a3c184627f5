// The ids in a document: all begin with a prefix such as `readme-`, so that none is one of the page's own, and none occurs twice.

const MAX_SLUG_LENGTH = 200;

export type DocumentIds = ReturnType<typeof documentIds>;

export function documentIds(prefix: string) {
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return {
    /** Returns the id of an element that the author has given one; undefined if another element has it already. */
    forAuthor(name: string): string | undefined {
      const id = prefix + name;
      if (used.has(id)) return undefined;
      used.add(id);
      return id;
    },

    /** Returns an id for a heading, of its text as GitHub makes them, so that tables of contents work here too. */
    forHeading(text: string): string {
      const slug = slugOf(text) || 'section';
      let count = counts.get(slug) ?? 0;
      let id = prefix + slug;
      while (used.has(id)) id = `${prefix}${slug}-${(count += 1)}`;
      counts.set(slug, count);
      used.add(id);
      return id;
    },
  };
}

function slugOf(text: string): string {
  const words = text.slice(0, MAX_SLUG_LENGTH).trim().toLowerCase();
  return words.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '').replaceAll(/\s/g, '-');
}
