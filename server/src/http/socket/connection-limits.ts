// Every limit of time and size on connections, requests and bodies, each with its reason. They replace Node's own.
import { MAX_ARCHIVE_BYTES } from '@realm-catalog/contract/archive-size';

const SECOND_MS = 1_000;
const KIB = 1_024;

export type ConnectionLimits = typeof connectionLimits;

/**
 * Limits on connections and on the arrival of requests. Names without a unit are those of Node's options, whose times are in milliseconds and sizes
 * in bytes.
 */
export const connectionLimits = {
  /** From the first byte of a request, or from the connection if none comes, to the end of its headers: these are a few packets. */
  headersTimeout: 15 * SECOND_MS,
  /** Until the whole body has arrived: an archive of 100 MiB at 1.4 Mbit/s. An upload locks its token for longer (15 minutes). */
  requestTimeout: 600 * SECOND_MS,
  /** How often Node checks the two limits above, so each may last that much longer. Node's default of 30 s would treble the first. */
  connectionsCheckingInterval: 5 * SECOND_MS,
  /** Between requests. Proxies close idle connections sooner (nginx.conf: 5 s), so no request is lost in the moment of closing. */
  keepAliveTimeout: 60 * SECOND_MS,
  /**
   * Without a byte in either direction during a request: this ends clients that stop reading the response. The longest silence is that of
   * an upload that waits for inspections, each of twenty seconds of processor time at most: two at once, and one of the same account. An upload
   * that would have to wait for longer is cut off, and its token stays good.
   */
  stalledTimeoutMs: 120 * SECOND_MS,
  /** A body may take so long, and a second more for each `minBodyBytesPerSecond` bytes: 64 KiB of JSON take 84 s at most. */
  bodyGraceMs: 20 * SECOND_MS,
  /** The slowest rate. A bad mobile connection has several times that. */
  minBodyBytesPerSecond: 1 * KIB,
  /** After a response to a request that is not read whole, the rest is read for so long (`lingering.ts`). */
  lingeringMs: 2 * SECOND_MS,
  /** And at most so much of it: an archive that is too large, on a fast network. */
  maxLingeringBytes: 128 * KIB * KIB,

  /** The URL and the headers of a request: twice the URL that browsers and proxies allow (8 KiB). It is Node's default. */
  maxHeaderSize: 16 * KIB,
  /** 0: only their size is bounded. Node would silently drop headers above 1,000, whatever they mean. */
  maxHeadersCount: 0,
  /** 0: not bounded. A connection costs the same however many requests it carries, and closing one may lose the next request. */
  maxRequestsPerSocket: 0,
  /**
   * How many connections may wait until a busy process accepts them; the system may allow fewer. The kernel drops more, and clients retry
   * after one, three and seven seconds. Node's default of 511 is less than one proxy opens at once.
   */
  backlog: 4_096,
  /** In one process; more are closed at once. It is far below the usual limit of file descriptors. */
  maxConnections: 10_000,
  /** From one address (for IPv6: one /64), so that no client takes them all. Trusted proxies are not bounded. */
  maxConnectionsOfAddress: 1_000,
  /** On one connection, behind the request that is handled: a connection with more is closed. Browsers, libraries and proxies send one at a time. */
  maxWaitingRequests: 16,
  /**
   * From one address, connections that send too much at once: as many requests as 64 KiB hold, or the smallest chunks, keep the process busy
   * for up to 100 ms. From then on all connections of the address are closed and new ones refused, so it takes half a percent of a processor.
   */
  maxFloodsOfAddress: 3,
  /** So long after its last flood, an address is served again, and its floods are forgotten. */
  floodMemoryMs: 60 * SECOND_MS,
  /** Bytes of responses that wait until clients have read them, in one process; beyond that the slowest client is closed. */
  maxWaitingBytes: 256 * KIB * KIB,
  /** For one address (for IPv6: one /64): 128 archives, or 32 of the largest pages, at once. */
  maxWaitingBytesOfAddress: 32 * KIB * KIB,
};

/** The largest body of each kind, in bytes. */
export const maxBodySizes = {
  /** The largest useful body is a collection of 500 slugs of 64 characters: 34 KiB. */
  json: 64 * KIB,
  /** The forms of the pages have a few lines of text, and passwords of at most 1,024 bytes, each of which may take three. */
  form: 16 * KIB,
  archive: MAX_ARCHIVE_BYTES,
  /** An avatar as cameras and drawing programs make it, before it becomes a small square. */
  picture: KIB * KIB,
};
