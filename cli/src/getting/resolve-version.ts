// Finds the version that was meant: the newest, one by its number, or the highest that fits a range and is not yanked.
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { onRealm } from '../catalog/similar-realms.ts';
import { highest, isExact, parseRange } from './version-range.ts';
import type { Wanted } from './wanted.ts';

const MAX_SHOWN = 5;

/** One request for a range, and none for a version that is named in full, which may be yanked. Undefined stays the newest. */
export async function resolveVersion(context: CommandContext, { slug, version }: Wanted): Promise<string | undefined> {
  const range = version === undefined || isExact(version) ? undefined : parseRange(version);
  if (!range) return version;
  const { client, signal } = context;
  const { versions } = await onRealm(context, slug, () => client.realms.versions(slug, { signal }));
  const served = versions.filter(({ yanked }) => !yanked).map((one) => one.version);
  const found = highest(served, range);
  if (found) return found;
  const shown = served.slice(0, MAX_SHOWN).join(', ');
  throw new CommandError('notFound', `No version of ${slug} matches ${version}.`, {
    code: 'no_such_version',
    hint: served.length > 0 ? `There are ${shown}${served.length > MAX_SHOWN ? ' …' : ''}` : 'It has none.',
  });
}

/** The same, with the newest by its number. */
export async function namedVersion(context: CommandContext, wanted: Wanted): Promise<string> {
  const { client, signal } = context;
  const { slug } = wanted;
  const found = await resolveVersion(context, wanted);
  if (found) return found;
  const { version } = await onRealm(context, slug, () => client.realms.get(slug, { signal }));
  if (version !== '0.0.0') return version;
  throw new CommandError('notFound', `Nothing has been uploaded to ${slug} yet.`, { code: 'no_upload' });
}
