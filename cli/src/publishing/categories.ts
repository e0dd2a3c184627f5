// The categories that `realm init` offers: those of the catalog, and others that catalogs often have.
import type { CommandContext } from '../context.ts';

/** Those that pages of a catalog draw an emblem for. */
const COMMON = ['saas', 'blog', 'api', 'ecommerce', 'cli', 'dashboard', 'docs', 'game', 'library', 'mobile', 'other'];

/** A person waits for them. */
const TIMEOUT_MS = 3_000;
const MAX_CATEGORIES = 100;
const CATEGORY = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** Those of most realms first. A catalog that does not answer is no reason to ask for nothing. */
export async function offeredCategories({ client, signal }: CommandContext): Promise<string[]> {
  const options = { signal, retry: 0, timeout: TIMEOUT_MS };
  const found = await client.categories.list({ limit: MAX_CATEGORIES }, options).catch(() => undefined);
  const own = (found?.categories ?? []).map(({ value }) => value).filter((value) => CATEGORY.test(value));
  return [...new Set([...own, ...COMMON])];
}

export const categoryFault = (text: string) =>
  CATEGORY.test(text.trim()) ? undefined : 'Use lower-case letters, digits and dashes, such as data-science.';
