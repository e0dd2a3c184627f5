// Whether the store answers, as far as the process that follows it can tell, and since when it does not.

export interface Contact {
  /** For each look at the store: it begins, and ends in one of two ways. */
  asked(): void;
  answered(): void;
  failed(): void;
  /** How long ago the store answered last, in milliseconds, while it is away; undefined while it answers. */
  readonly awayMs: number | undefined;
}

/** A store that fails is away after so long without an answer, and one that hangs after an answer has been waited for so long. */
const FAILING_MS = 1_000;
const HANGING_MS = 3_000;

export function contact(): Contact {
  let answeredAt = performance.now();
  let askedAt: number | undefined;
  let hasFailed = false;

  return {
    asked() {
      askedAt = performance.now();
    },
    answered() {
      answeredAt = performance.now();
      askedAt = undefined;
      hasFailed = false;
    },
    failed() {
      askedAt = undefined;
      hasFailed = true;
    },
    get awayMs() {
      if (!hasFailed && askedAt === undefined) return undefined;
      const now = performance.now();
      const isFailing = hasFailed && now - answeredAt > FAILING_MS;
      const isHanging = askedAt !== undefined && now - askedAt > HANGING_MS;
      return isFailing || isHanging ? now - answeredAt : undefined;
    },
  };
}
