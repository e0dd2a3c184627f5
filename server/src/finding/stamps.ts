// Remembers which numbers have come since it was cleared, without a cost for clearing.

export function stamps() {
  let stamped = new Uint32Array(1_024);
  let stamp = 0;
  return {
    clear() {
      stamp += 1;
      if (stamp === 2 ** 32) {
        stamped.fill(0);
        stamp = 1;
      }
    },
    /** True the first time. */
    first(number: number): boolean {
      if (number >= stamped.length) {
        const grown = new Uint32Array(Math.ceil((number + 1) * 1.5));
        grown.set(stamped);
        stamped = grown;
      }
      if (stamped[number] === stamp) return false;
      stamped[number] = stamp;
      return true;
    },
  };
}
