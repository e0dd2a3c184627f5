// Cleans text of clients: bounds runs of combining marks, then normalizes the text, in linear time for any text.
// Its size is bounded before, where it is read (`http/socket/connection-limits.ts` of the server, `ledger.ts` of the archive reader).

/**
 * Non-starters (canonical combining class other than 0, after NFKD) in a row: the bound of the Stream-Safe Text Format,
 * https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format. No language comes near it. Normalization sorts each run by
 * insertion, so that a run of 30,000 would take seconds.
 */
export const MAX_NON_STARTERS = 30;

/** Returns the text in NFC; undefined where a run of non-starters is too long. */
export function cleanText(text: string): string | undefined {
  return boundRuns(text) === text ? toNfc(text) : undefined;
}

/** Returns the text in NFC, without the non-starters beyond the bound. It is for long texts, where refusing would be unreasonable. */
export function cleanLongText(text: string): string {
  return toNfc(boundRuns(text));
}

/** Also lone surrogates. */
export const hasControlCharacters = (text: string): boolean => /[\p{Cc}\p{Cs}]/u.test(text);

/** Below U+0300 no character is a non-starter or combines with the one before it. */
const COMBINING = /[\u0300-\uffff]/;

function boundRuns(text: string): string {
  if (!COMBINING.test(text)) return text;
  let bounded = '';
  let copied = 0;
  let run = 0;
  let end = 0;
  for (let at = 0; at < text.length; at = end) {
    const point = text.codePointAt(at) as number;
    end = at + (point > 0xffff ? 2 : 1);
    const weight = weightOf(point);
    run = weight >= STARTER ? weight - STARTER : run + weight;
    if (run <= MAX_NON_STARTERS) continue;
    bounded += text.slice(copied, at);
    copied = end;
  }
  return copied === 0 ? text : bounded + text.slice(copied);
}

/** How many non-starters a character ends with after NFKD, plus `STARTER` if a starter comes before them. */
type Weight = number;
const STARTER = 128;
const UNKNOWN = 255;
/** From this code point on, every character is a starter. */
const FIRST_PLAIN_POINT = 0x20000;
/** Each weight is computed when it is needed first, which takes a microsecond. */
const weights = new Uint8Array(FIRST_PLAIN_POINT).fill(UNKNOWN);

function weightOf(point: number): Weight {
  const known = weights[point] ?? STARTER;
  return known === UNKNOWN ? (weights[point] = weigh(String.fromCodePoint(point))) : known;
}

function weigh(character: string): Weight {
  const decomposed = character.normalize('NFKD');
  if (!/\p{M}/u.test(decomposed)) return STARTER; // most characters end here, since only marks are non-starters
  const parts = Array.from(decomposed, isNonStarter);
  const starter = parts.lastIndexOf(false);
  return parts.length - 1 - starter + (starter >= 0 ? STARTER : 0);
}

/** NFD sorts non-starters: between marks of the highest class (240) and the lowest (1), a starter keeps its place and a non-starter moves. */
function isNonStarter(character: string): boolean {
  const text = `\u{345}${character}\u{334}`;
  return text.normalize('NFD') !== text;
}

const PIECES = /.{1,96}/gsu;

/**
 * Normalizes piece by piece. Some starters also combine with the one before them (U+1611E does), and in a long row of these the library
 * moves the whole rest for each. What follows a piece can change it only from its last starter on.
 */
function toNfc(text: string): string {
  if (!COMBINING.test(text)) return text.normalize('NFC');
  let done = '';
  let open = '';
  for (const [piece] of text.matchAll(PIECES)) {
    const cut = lastStarter(open);
    done += open.slice(0, cut);
    open = (open.slice(cut) + piece).normalize('NFC');
  }
  return done + open;
}

function lastStarter(text: string): number {
  for (let at = text.length; at > 0;) {
    at -= (text.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1;
    if (weightOf(text.codePointAt(at) as number) >= STARTER) return at;
  }
  return 0;
}
