// Whether the store answers, as far as the process that follows it can tell: by the age of the last answer that was taken in.

export interface Contact {
  /** All that the store had at this moment, by `performance.now()`, is taken in. */
  answered(askedAt: number): void;
  /** A look at the store failed, whatever the reason is. */
  failed(): void;
  /** How old the last answer is, in milliseconds, while the store is away; undefined while it answers. */
  readonly awayMs: number | undefined;
}

/** Without a new answer for so long, a store is away: sooner where looks fail than where one is only waited for. */
const FAILING_MS = 1_000;
const SILENT_MS = 3_000;

/** The age counts from when a look began: a process that stands still meanwhile finds an answer that has grown old. */
export function contact(): Contact {
  let answeredAt = performance.now();
  let hasFailed = false;

  return {
    answered(askedAt) {
      answeredAt = askedAt;
      hasFailed = false;
    },
    failed() {
      hasFailed = true;
    },
    get awayMs() {
      const age = performance.now() - answeredAt;
      return age > (hasFailed ? FAILING_MS : SILENT_MS) ? age : undefined;
    },
  };
}
