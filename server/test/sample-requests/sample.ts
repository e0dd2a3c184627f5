// What a row of the table of samples has: requests for every answer of an operation, and its entries in the audit.
import type { Actors } from '../audit/actors.ts';
import type { Expected } from '../audit/expected-entries.ts';
import type { TestCatalog } from '../support/harness.ts';

/** Who asks, each with a credential of its own; the key has the scope `realms:read` alone. */
export type SampleCaller = 'bob' | 'the curator' | 'the administrator' | 'the key' | 'a stranger';

/** Where it is asked. */
export interface Here {
  catalog: TestCatalog;
  credentials: Record<SampleCaller, string>;
}

export interface Sample {
  /** Left out: that of the success. */
  status?: number;
  /** Path parameters that differ from those of `requests.ts`. */
  params?: Record<string, string>;
  query?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** A body that is no JSON. */
  bytes?: Uint8Array<ArrayBuffer>;
  /** Left out: nobody in particular. */
  as?: SampleCaller;
  /** A credential of its own. */
  token?: string;
  /** Asked of a catalog whose store is gone, of one where nobody has a request left, or of one that sends no mail. */
  where?: 'broken' | 'used up' | 'without mail';
  /** Where the sample holds what another request gave. */
  first?: (here: Here) => Promise<Partial<Sample>>;
}

/** What is done, and the entries of the audit that it is to leave. */
export type AuditCases = Record<string, (by: Actors) => Promise<Expected[]>>;

export interface OperationSamples {
  /** Successes first, then what `requests.ts` does not derive from the first success. */
  answers: [success: Sample, ...others: Sample[]];
  /** Of a write: its entries, or the reason why it leaves none. */
  audit?: AuditCases | { never: string };
}
