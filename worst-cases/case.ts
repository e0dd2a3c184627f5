// What a worst case is: an input of a bounded size, made to cost the catalog as much as such an input can.

/** What the inputs are aimed at: a running catalog with many realms, and what is needed to get past its credentials. */
export interface Target {
  /** `host:port`, for the header `Host`. */
  host: string;
  /** A key of an administrator, with every scope. */
  key: string;
  /** A realm of that administrator. */
  slug: string;
  /** A realm of the catalog with a stored archive, and the path and query of a link to that archive. */
  archivePath: string;
  client: { id: string; secret: string };
  /** Opens an upload of the administrator's realm; returns its token. */
  openUpload(): Promise<string>;
  /** The slug of a realm with the longest texts, or with the longest paths, which is published when it is first asked for. */
  longText(): Promise<string>;
  longPaths(): Promise<string>;
  /** Creates realms with 100,000 tags when it is first asked for. */
  manyTags(): Promise<void>;
  /** The cookies of the sessions of the administrator, and of an account whose realms have more days than a dashboard reads. */
  administrator(): Promise<string>;
  manyDays(): Promise<string>;
}

/** One input. Variants of one case share a row of the table, which names the worst of them. */
export interface Variant {
  name: string;
  /** The bytes to send on one connection. `number` differs in each repetition, so that what is kept for each input shows. */
  bytes(target: Target, number: number): Buffer | Promise<Buffer>;
}

export interface WorstCase {
  /** Names the case in the table. */
  name: string;
  variants: Variant[];
  /** Every answer has one of these. */
  statuses: number[];
  /** By when every variant is answered, where that has a bound. */
  maxAnsweredMs?: number;
  /** The connection is closed, so there may be no answer. */
  isClosed?: boolean;
  /** Takes too long to be made for `npm test`. */
  isLarge?: boolean;
  /** Why it may hold others up for longer than the bound. */
  reason?: string;
  /** How often a variant is sent to find its shortest delay, and how often the case is sent to see what it leaves in memory. */
  repetitions?: { timed: number; kept: number };
}

/** As large as a JSON body may be. */
export const KIB_64 = 64 * 1_024;
/** The address and the headers of a request together have at most 16 KiB, of which this much is left for one of them. */
export const HEADER_ROOM = 15_500;
