// What a fault is: done to a catalog, briefly or at length, and told of; it throws when a promise was broken.

interface Order {
  /** As part of `npm test`, where everything together has some seconds. */
  isShort: boolean;
  /** For faults that last: how long. */
  minutes?: number;
  report: (line: string) => void;
}

/** What was seen, to be written down. */
type Figures = Record<string, unknown>;

export interface Fault {
  about: string;
  /** It is done at length only when it is asked for by its name. */
  isLasting?: boolean;
  run(order: Order): Promise<Figures>;
}

/** This machine does not let us do that to it. */
export class NotPossibleError extends Error {}
