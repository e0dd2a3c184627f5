// Whether the database is available, judged by how long ago it last answered a request for changes (`follow.ts`).

export interface DatabaseContact {
  /** Everything that was committed before `requestedAt`, by `performance.now()`, is applied here. */
  answered(requestedAt: number): void;
  /** A request for changes failed, whatever the reason is. */
  failed(): void;
  /** While the database is unavailable: the age of its last answer in milliseconds. Undefined while it answers. */
  readonly unavailableMs: number | undefined;
}

/** A database without a new answer for so long is unavailable: sooner after a request failed than while one is only slow. */
const UNAVAILABLE_AFTER_FAILURE_MS = 1_000;
const UNAVAILABLE_AFTER_SILENCE_MS = 3_000;

/** The age counts from the begin of a request: a process that was suspended meanwhile finds that its answer is old. */
export function databaseContact(unavailableAfterMs = UNAVAILABLE_AFTER_SILENCE_MS): DatabaseContact {
  let answeredAt = performance.now();
  let hasFailed = false;

  return {
    answered(requestedAt) {
      answeredAt = requestedAt;
      hasFailed = false;
    },
    failed() {
      hasFailed = true;
    },
    get unavailableMs() {
      const age = performance.now() - answeredAt;
      return age > (hasFailed ? UNAVAILABLE_AFTER_FAILURE_MS : unavailableAfterMs) ? age : undefined;
    },
  };
}
