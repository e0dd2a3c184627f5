// How long and how much: every bound on connections, requests and bodies, each with its reason. Fastify turns Node's own off.

const SECOND = 1_000;
const KIB = 1_024;

export type Bounds = typeof bounds;

/** What holds for connections, and for how a request arrives on one. Times are in milliseconds. */
export const bounds = {
  /** From the first byte of a request, or from the connection where none comes, to the end of its headers: a few packets on any line. */
  headersTimeout: 15 * SECOND,
  /** Until the whole body is there: an archive of 100 MiB at 1.4 Mbit/s. An upload holds its token for longer (15 minutes). */
  requestTimeout: 600 * SECOND,
  /** How often Node looks for those two, so each may last that much longer. Its own 30 s would treble the time for headers. */
  connectionsCheckingInterval: 5 * SECOND,
  /** Between requests. Proxies give idle connections up sooner (nginx.conf: 5 s), so none loses a request to the moment of closing. */
  keepAliveTimeout: 60 * SECOND,
  /**
   * Without a byte in either direction while a request is under way: ends whoever stops reading its answer. The longest honest silence is
   * that of an upload that waits for the inspection of sixteen others, two at a time and ten seconds each: 90 s.
   */
  stalledTimeout: 120 * SECOND,
  /** A body may take so long, and a second more for each `bodyFloor` bytes: 64 KiB of JSON 84 s at most, whoever drips it. */
  bodyGrace: 20 * SECOND,
  /** In bytes a second. A mobile line at its worst has several times that. */
  bodyFloor: 1 * KIB,
  /** After the answer to what is no request, the rest of it is read away for so long: closed at once, the answer would be lost. */
  lingering: 2 * SECOND,

  /** The address and the headers of a request: twice the address that browsers and proxies take (8 KiB). Node's own number. */
  maxHeaderSize: 16 * KIB,
  /** 0: their number is not bounded beyond their size. Node would leave out those above 1,000 silently, whatever they decide. */
  maxHeadersCount: 0,
  /** 0: a connection costs the same however many requests it carries, and closing one may lose the next. */
  maxRequestsPerSocket: 0,
  /**
   * How many may wait for a busy process to take them in; the system may allow fewer. Those beyond are dropped, and come again after one,
   * three and seven seconds. Node's 511 are less than one proxy opens at once.
   */
  backlog: 4_096,
  /** Of one process; more are closed at once. Far below the file descriptors that a service usually has. */
  maxConnections: 10_000,
  /** Of these, from one address (of IPv6: one /64), so that nobody alone takes all. Proxies that are trusted have as many as they need. */
  maxConnectionsOfAddress: 1_000,
};

/** The largest body of each kind, in bytes. */
export const sizes = {
  /** The largest that makes sense is a collection of 500 slugs of 64 characters: 34 KiB. */
  json: 64 * KIB,
  /** Of the pages of OAuth: a name, a password of at most 1,024 bytes, a few tokens. */
  form: 16 * KIB,
  archive: 100 * KIB * KIB,
};
