// A set of numbers that is cleared in constant time: each number has the stamp of the round in which it was added.

export interface SeenNumbers {
  clear(): void;
  /** Adds a number; true if it was not in the set. */
  add(number: number): boolean;
}

export function seenNumbers(): SeenNumbers {
  let stamps = new Uint32Array(1_024);
  let round = 0;
  return {
    clear() {
      round += 1;
      if (round === 2 ** 32) {
        stamps.fill(0);
        round = 1;
      }
    },
    add(number) {
      if (number >= stamps.length) {
        const grown = new Uint32Array(Math.ceil((number + 1) * 1.5));
        grown.set(stamps);
        stamps = grown;
      }
      if (stamps[number] === round) return false;
      stamps[number] = round;
      return true;
    },
  };
}
