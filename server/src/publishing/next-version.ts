// Which version an archive is that does not say.

/** The first is 1.0.0, each next one the first free patch after the newest. `known` has the newest first. */
export function nextVersion(known: string[]): string {
  const [, core = '', patch = '', isDraft] = /^(\d+\.\d+\.)(\d+)(-)?/.exec(known[0] ?? '') ?? [];
  if (core === '') return '1.0.0';
  const taken = new Set(known);
  let next = BigInt(patch) + (isDraft ? 0n : 1n); // 2.0.0-beta.1 is followed by 2.0.0
  while (taken.has(`${core}${next}`)) next += 1n;
  return `${core}${next}`;
}
