// What the list of a realm's versions says of one of them.
import type { VersionState } from '@realm-catalog/web/parts/version-notice';

/** A version that is not in the list is none that was yanked. */
export function stateOf(versions: VersionState[], version: string): VersionState {
  const found = versions.find((one) => one.version === version);
  return { version, yanked: found?.yanked ?? false, reason: found?.reason ?? '' };
}
