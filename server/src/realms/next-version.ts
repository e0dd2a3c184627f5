// Chooses the version of an archive whose manifest names none.

/** The first version is 1.0.0. Each next one is the first free patch after the newest. `versions` begins with the newest. */
export function nextVersion(versions: string[]): string {
  const [, core = '', patch = '', isPrerelease] = /^(\d+\.\d+\.)(\d+)(-)?/.exec(versions[0] ?? '') ?? [];
  if (core === '') return '1.0.0';
  const taken = new Set(versions);
  let next = BigInt(patch) + (isPrerelease ? 0n : 1n); // 2.0.0-beta.1 is followed by 2.0.0
  while (taken.has(`${core}${next}`)) next += 1n;
  return `${core}${next}`;
}
