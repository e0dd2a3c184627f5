// Reads `Accept-Encoding` (RFC 9110, 12.5.3): which of our codings a client likes best, and whether it takes a body as it is.

/** The ones that are sent, the best first: zstd takes the least time, and br makes the smallest bodies of the other two. */
export const CODINGS = ['zstd', 'br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

export interface AcceptedEncoding {
  /** The coding to send; nothing means the body as it is. */
  coding?: Coding;
  /** Whether the client also takes the body as it is. */
  takesIdentity: boolean;
}

const IDENTITY: AcceptedEncoding = { takesIdentity: true };

/** Most clients send one of a few headers; a longer one is read each time. */
const MAX_REMEMBERED = 100;
const MAX_REMEMBERED_LENGTH = 100;

/** There are some ten codings; what comes behind so many elements is not read. */
const MAX_ELEMENTS = 64;

export type AcceptEncodingReader = (header: string | undefined) => AcceptedEncoding;

export function acceptEncodingReader(): AcceptEncodingReader {
  const remembered = new Map<string, AcceptedEncoding>();
  return (header) => {
    if (header === undefined) return IDENTITY;
    const known = remembered.get(header);
    if (known) return known;
    const read = readAcceptEncoding(header);
    if (header.length <= MAX_REMEMBERED_LENGTH && remembered.size < MAX_REMEMBERED) remembered.set(header, read);
    return read;
  };
}

/** Smaller bodies fit into one packet as they are. */
const MIN_COMPRESSED_BYTES = 1_024;

/** The encoding of one response. A part of a body (`Range`) is sent as it is, and so is a small body, if the client takes that. */
export function encodingFor(
  accepted: AcceptedEncoding,
  range: string | undefined,
  { body, encode }: { body?: Buffer | undefined; encode?: unknown },
): AcceptedEncoding {
  if (!body || !encode) return IDENTITY;
  const isPlain = range !== undefined || body.length < MIN_COMPRESSED_BYTES;
  return isPlain && accepted.takesIdentity ? IDENTITY : accepted;
}

export function readAcceptEncoding(header: string | undefined): AcceptedEncoding {
  if (header === undefined) return IDENTITY;
  const weights = new Map<string, number>();
  for (const element of header.toLowerCase().split(',', MAX_ELEMENTS)) {
    const [name = '', parameter = ''] = element.split(';', 2).map((part) => part.trim());
    const weight = readWeight(parameter);
    if (name && weight !== undefined) weights.set(name === 'x-gzip' ? 'gzip' : name, weight);
  }
  const others = weights.get('*');
  const identity = weights.get('identity') ?? others;
  const weightOf = (coding: Coding) => weights.get(coding) ?? others ?? 0;
  const best = CODINGS.reduce((best, coding) => (weightOf(coding) > weightOf(best) ? coding : best));
  const takesIdentity = identity !== 0;
  // A client that does not name it takes a body as it is, and likes every coding that it names better.
  const isBetter = weightOf(best) > 0 && weightOf(best) >= (identity ?? 0);
  return isBetter ? { coding: best, takesIdentity } : { takesIdentity };
}

/** From 0 to 1, with at most three decimals; 1 where there is none. An element with another weight is ignored. */
function readWeight(parameter: string): number | undefined {
  if (parameter === '') return 1;
  const [, digits] = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(parameter) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
