// Cleans text that comes from outside: bounds its runs of combining marks, then normalizes it, in linear time whatever it holds.
// Bytes are bounded before, by whoever reads them (`http/bounds.ts`, `inspection/entries.ts`).

/**
 * Non-starters (canonical combining class other than 0, after NFKD) in a row: the bound of the Stream-Safe Text Format,
 * https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format. No language comes near it. Normalization sorts each run by
 * insertion, so that a run of 30,000 would take seconds.
 */
export const MAX_NON_STARTERS = 30;

/** In NFC; undefined where a run of non-starters is too long. */
export function cleanText(text: string): string | undefined {
  return boundRuns(text) === text ? toNfc(text) : undefined;
}

/** In NFC, without the non-starters beyond the bound: for text that is too long to ask its author for another one. */
export function cleanLongText(text: string): string {
  return toNfc(boundRuns(text));
}

/** Below U+0300 there is neither a non-starter nor anything else that combines with what stands before it. */
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

/** What a character is after NFKD: how many non-starters it ends with, and `STARTER` more if a starter comes before them. */
type Weight = number;
const STARTER = 128;
const UNKNOWN = 255;
/** From here on there are starters alone. */
const WEIGHED = 0x20000;
/** Each is weighed when it is met first, which takes a microsecond. */
const weights = new Uint8Array(WEIGHED).fill(UNKNOWN);

function weightOf(point: number): Weight {
  const known = weights[point] ?? STARTER;
  return known === UNKNOWN ? (weights[point] = weigh(String.fromCodePoint(point))) : known;
}

function weigh(character: string): Weight {
  const decomposed = character.normalize('NFKD');
  if (!/\p{M}/u.test(decomposed)) return STARTER; // as most characters are: non-starters are marks
  const parts = Array.from(decomposed, isNonStarter);
  const starter = parts.lastIndexOf(false);
  return parts.length - 1 - starter + (starter >= 0 ? STARTER : 0);
}

/** A starter stays where it is between marks of the highest class (240) and the lowest (1); each non-starter passes one of them. */
function isNonStarter(character: string): boolean {
  const text = `\u{345}${character}\u{334}`;
  return text.normalize('NFD') !== text;
}

const PIECES = /.{1,96}/gsu;

/**
 * Piece by piece: some starters also combine with the one before them (U+1611E does), and in a long row of these the
 * library moves all the rest for each. Only from its last starter on can a piece change by what follows.
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
