// Whether the version that a project was made of was yanked: then it is never up to date.
import type { CommandContext } from '../context.ts';
import { outcomeOf } from '../failure.ts';
import { yankText } from './notices.ts';
import type { Origin } from './origin.ts';
import { isNewer } from './version-order.ts';

/** Why it was yanked; undefined if it was not. One request. */
export async function yankOf(
  { client, signal }: CommandContext,
  { slug, version }: Pick<Origin, 'slug' | 'version'>,
): Promise<{ reason: string } | undefined> {
  try {
    const { yanked, reason } = await client.realms.version(slug, version, { signal });
    return yanked ? { reason } : undefined;
  } catch (error) {
    if (outcomeOf(error) === 'notFound') return undefined; // the version is not in the catalog
    throw error;
  }
}

/** Says it, and what the project can be updated to, if that is known. `newest` is empty if all versions are yanked. */
export function yankNotice(
  { slug, version }: Pick<Origin, 'slug' | 'version'>,
  reason: string,
  newest: string | undefined,
): string {
  const left = newest === undefined ? '' : leftText(version, newest);
  return [yankText(`${slug} ${version}`, reason), left].filter(Boolean).join(' ');
}

function leftText(version: string, newest: string): string {
  if (newest === '') return 'All other versions are yanked as well, so there is none to update to.';
  return isNewer(newest, version) ? '' : `The newest version that is not yanked is ${newest}, which is older.`;
}
