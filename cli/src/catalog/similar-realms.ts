// Realms whose names are like a slug that nobody has.
import { isCatalogError } from '@realm-catalog/client';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { isSlug } from '../publishing/realm-file.ts';

const MAX_REALMS = 3;

/** Does what is done with the realm of this slug. If there is none, the error names realms with similar names. */
export async function onRealm<Result>(
  context: CommandContext,
  slug: string,
  work: () => PromiseLike<Result>,
): Promise<Result> {
  if (!isSlug(slug))
    throw new CommandError('usage', `${String(slug)} is not a slug. A slug looks like markdown-blog.`, {
      code: 'not_a_slug',
    });
  try {
    return await work();
  } catch (error) {
    if (!isCatalogError(error, 'not_found') || context.signal.aborted) throw error;
    throw new CommandError('notFound', `${error.message} (${slug})`, {
      code: error.code,
      hint: await hintOf(context, slug),
    });
  }
}

async function hintOf(context: CommandContext, slug: string): Promise<string> {
  const { client, credential, programName, signal } = context;
  const realm = await client.realms.get(slug, { signal, retry: 0 }).then(
    (found) => found,
    () => undefined,
  );
  // The realm is there, and another part of the path is not.
  if (realm?.version === '0.0.0') return `Nothing has been uploaded to ${slug} yet.`;
  if (realm) return `The newest version of ${slug} is ${realm.version}.`;
  const similar = await similarRealms(context, slug).catch(() => []);
  if (similar.length > 0) return `Did you mean ${similar.join(', ')}?`;
  const isKnown = (await credential()) !== undefined;
  return isKnown ? `Try ${programName} search` : `If it is private, log in first: ${programName} login`;
}

/** By the search in names, which also knows words that were mistyped. A broad one would offer what has a similar tag. */
async function similarRealms({ client, signal }: CommandContext, slug: string): Promise<string[]> {
  const options = { signal, retry: 0 };
  const find = (search: string) => client.realms.list({ search, limit: MAX_REALMS }, options);
  const first = await find(slug.replaceAll('-', ' ').slice(0, 100));
  const { realms } = first.suggestion?.search ? await find(first.suggestion.search) : first;
  return realms.map((realm) => realm.slug);
}
