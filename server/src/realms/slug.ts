// The slug of a realm, made from its name.

const MAX_LENGTH = 64;
/** The longest part before a number. */
const MAX_BASE_LENGTH = 56;

/** `Café au lait!` becomes `cafe-au-lait`; a name that leaves nothing becomes `realm`. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return cut(slug, MAX_LENGTH) || 'realm';
}

/** The part before `-2`, `-3`, … when the slug itself is taken. */
export function numberedBase(slug: string): string {
  return cut(slug, MAX_BASE_LENGTH);
}

function cut(slug: string, maxLength: number): string {
  return slug.replace(/^-/, '').slice(0, maxLength).replace(/-$/, '');
}
