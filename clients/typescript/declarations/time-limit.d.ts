import type { CallOptions } from './call.js';
export interface TimeLimit {
    /** Aborted when the limit ends, with an error of the limit or with the caller's reason. */
    signal: AbortSignal;
    /** Settles as the work does, or throws the signal's reason at once when the limit ends, even if the work goes on. */
    race<T>(work: Promise<T>): Promise<T>;
    remainingMs(): number;
    /** The time begins again. */
    restart(): void;
    /** Time does not count any more; the caller's signal does. */
    stopClock(): void;
    /** Neither time nor the caller's signal count any more. */
    end(): void;
    /** Ends everything that is under way. */
    abort(): void;
}
export declare function timeLimit(ms: number, caller: AbortSignal | undefined, timeoutError: () => Error): TimeLimit;
/** The limit of a whole transfer: time counts only if the call says so, since an archive may take as long as it moves. */
export declare function transferLimit({ timeout, signal }: CallOptions): TimeLimit;
export declare function withTransferLimit<T>(options: CallOptions, work: (limit: TimeLimit) => Promise<T>): Promise<T>;
/** Waits, unless the limit ends first. */
export declare function pause(ms: number, limit: TimeLimit): Promise<void>;
