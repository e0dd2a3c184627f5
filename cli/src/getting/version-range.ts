// Ranges of versions as they are typed after a slug: `1`, `1.2`, `1.x`, `^1.2`, `~1.2.3`, `>=1.2`, `<2`, and several with blanks between them.
import { isNewer } from './version-order.ts';

/** A version in full, which is no range. */
const EXACT = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;
export const isExact = (text: string) => EXACT.test(text);

const MAX_COMPARATORS = 8;
const COMPARATOR =
  /^(\^|~|>=|<=|>|<|=)?(\d{1,30}|[xX*])(?:\.(\d{1,30}|[xX*]))?(?:\.(\d{1,30}|[xX*])(?:-([0-9A-Za-z.-]{1,40}))?)?$/;

/** Versions from the first bound on, and before the second. */
interface Bounds {
  from?: string | undefined;
  before?: string | undefined;
  /** Of a comparator that names a pre-release: the release that it belongs to. */
  release?: string | undefined;
}

export type VersionRange = Bounds[];

/** Undefined for a text that is no range. */
export function parseRange(text: string): VersionRange | undefined {
  const words = text.trim().split(/\s+/);
  const bounds = words.map(boundsOf);
  return words.length <= MAX_COMPARATORS && bounds.every((one) => one !== undefined) ? bounds : undefined;
}

function boundsOf(word: string): Bounds | undefined {
  const [all, operator = '', ...parts] = COMPARATOR.exec(word) ?? [];
  if (all === undefined) return undefined;
  const label = parts[3];
  const end = parts.slice(0, 3).findIndex((part) => part === undefined || /^[xX*]$/.test(part));
  const numbers = (end < 0 ? parts.slice(0, 3) : parts.slice(0, end)).map((part) => BigInt(part ?? 0));
  if (numbers.length === 0) return operator === '>' || operator === '<' ? { before: '0.0.0-0' } : {};
  const release = textOf(numbers);
  const from = label ? `${release}-${label}` : release;
  return { ...limits(operator, numbers, from), ...(label && { release }) };
}

function limits(operator: string, numbers: bigint[], from: string): Bounds {
  const last = numbers.length - 1;
  const isPartial = last < 2;
  if (operator === '^') {
    const leading = numbers.findIndex((number) => number !== 0n);
    return { from, before: firstOf(following(numbers, leading < 0 ? last : leading)) };
  }
  if (operator === '~') return { from, before: firstOf(following(numbers, Math.min(1, last))) };
  if (operator === '>=') return { from };
  if (operator === '<') return { before: isPartial ? firstOf(from) : from };
  // What comes next after a pre-release is one with a further label.
  const next = from.includes('-') ? `${from}.0` : following(numbers, last);
  if (operator === '>') return { from: next };
  const before = from.includes('-') ? next : firstOf(next);
  return operator === '<=' ? { before } : { from, before };
}

/** The first release after all that begin with these numbers up to this place. */
const following = (numbers: bigint[], place: number) =>
  textOf(numbers.slice(0, place + 1).map((number, at) => (at === place ? number + 1n : number)));

/** The first of its pre-releases, which come before it. */
const firstOf = (release: string) => `${release}-0`;

const textOf = (numbers: bigint[]) => [...numbers, 0n, 0n].slice(0, 3).join('.');

/** A pre-release fits only where the range names one of the same release, as npm has it. */
export function fits(version: string, range: VersionRange): boolean {
  const [release, label] = (version.split('+', 1)[0] ?? '').split(/-(.*)/s);
  const isWithin = ({ from, before }: Bounds) =>
    (from === undefined || !isNewer(from, version)) && (before === undefined || isNewer(before, version));
  return range.every(isWithin) && (!label || range.some((bounds) => bounds.release === release));
}

/** The highest of the versions that fit; the first of equal ones. */
export function highest(versions: string[], range: VersionRange): string | undefined {
  let best: string | undefined;
  for (const version of versions)
    if (fits(version, range) && (best === undefined || isNewer(version, best))) best = version;
  return best;
}
