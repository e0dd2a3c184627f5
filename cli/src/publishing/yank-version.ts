// Yanks a version, or takes that back.
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { isExact } from '../getting/version-range.ts';
import { wantedOf } from '../getting/wanted.ts';
import { onRealm } from '../catalog/similar-realms.ts';

/** Of the record that is printed. */
export const yankFields = ['slug', 'version', 'size', 'sha256', 'filesSha256', 'yanked', 'reason', 'createdAt'];

export async function changeYank(
  context: CommandContext,
  word: string,
  change: { yanked: boolean; reason?: string },
): Promise<void> {
  const { client, output, signal } = context;
  const { slug, version } = wantedOf(context, word);
  if (!version || !isExact(version))
    throw new CommandError('usage', `${word} has no version. Write it like markdown-blog@1.0.0`);
  const changed = await onRealm(context, slug, () => client.realms.updateVersion(slug, version, change, { signal }));
  output.record({ slug, ...changed }, (row) => {
    const state = row.yanked ? 'yanked' : 'served';
    if (!output.isTerminal) return `${row.slug}\t${row.version}\t${state}\n`;
    return `${row.slug} ${row.version} is ${row.yanked ? 'yanked' : 'no longer yanked'}.\n`;
  });
}
