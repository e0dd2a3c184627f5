// The slug of a realm, made from its name.

const LONGEST = 64;
/** What is left of a slug when a number follows it. */
const NUMBERED = 56;

/** `Café au lait!` becomes `cafe-au-lait`; a name that leaves nothing becomes `realm`. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return cut(slug, LONGEST) || 'realm';
}

/** What `-2`, `-3`, … follows when the slug itself is taken. */
export function numberedBase(slug: string): string {
  return cut(slug, NUMBERED);
}

function cut(slug: string, longest: number): string {
  return slug.replace(/^-/, '').slice(0, longest).replace(/-$/, '');
}
