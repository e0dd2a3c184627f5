// Numbers drawn from a name: the same name gives the same numbers on every machine.

/** FNV-1a over UTF-16 code units, with a final mix so that names that differ in their last letter differ everywhere. */
export function hashOf(name: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01_00_01_93);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85_eb_ca_6b);
  hash ^= hash >>> 13;
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns a function that draws whole numbers below a limit (mulberry32). */
export function drawsOf(name: string): (below: number) => number {
  let state = hashOf(name);
  return (below) => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
