// Replaces texts in one pass: the first, and the longest of those that begin at the same place. What was put in is never looked at again.
import type { Spelling } from './spellings.ts';

export interface Replacement {
  text: string;
  spelling: Spelling;
  by: string;
  /** A bit. The replacement is made only where the caller names this bit. */
  group: number;
}

/** Both look for what belongs to one of the groups, which are bits. */
export interface Replacer {
  /** The text itself if there is nothing to replace. */
  replace: (text: string, groups: number) => string;
  /** How many bytes of UTF-8 the replaced text has more, or fewer, than the text. It is counted without making that text. */
  growth: (text: string, groups: number) => number;
}

/** A step on the way through the texts, by their characters. */
interface Step {
  next: Map<number, Step>;
  replacement?: Replacement;
  /** What was read so far ends as another text begins: the step of the longest such beginning. None where no text begins so. */
  fallback?: Step | undefined;
  /** The nearest fallback at which a whole text ends. */
  shorter?: Step | undefined;
}

interface Hit {
  start: number;
  end: number;
  replacement: Replacement;
}

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text).length;

/** Finds the texts by the automaton of Aho and Corasick, which reads each character once, however many texts there are and whatever they repeat. */
export function openReplacer(replacements: Replacement[]): Replacer {
  const first = stepsOf(replacements);
  const growths = new Map(replacements.map((one) => [one, bytesOf(one.by) - bytesOf(one.text)]));

  /** Those that are replaced, in their order. */
  function hitsIn(text: string, groups: number): Hit[] {
    const hits: Hit[] = [];
    let step = first;
    for (let end = 1; end <= text.length; end += 1) {
      const code = text.charCodeAt(end - 1);
      step = nextStep(step, code) ?? first;
      for (let whole = step.replacement ? step : step.shorter; whole; whole = whole.shorter) {
        const replacement = whole.replacement as Replacement;
        const start = end - replacement.text.length;
        if ((replacement.group & groups) !== 0 && fits(replacement.spelling, text, start, end))
          hits.push({ start, end, replacement });
      }
    }
    hits.sort((one, other) => one.start - other.start || other.end - one.end);
    let taken = 0;
    return hits.filter(({ start, end }) => {
      const isFree = start >= taken;
      if (isFree) taken = end;
      return isFree;
    });
  }

  return {
    replace(text, groups) {
      let replaced = '';
      let copied = 0;
      for (const { start, end, replacement } of hitsIn(text, groups)) {
        replaced += text.slice(copied, start) + replacement.by;
        copied = end;
      }
      return copied === 0 ? text : replaced + text.slice(copied);
    },
    growth: (text, groups) =>
      hitsIn(text, groups).reduce((sum, { replacement }) => sum + (growths.get(replacement) as number), 0),
  };
}

function stepsOf(replacements: Replacement[]): Step {
  const first: Step = { next: new Map() };
  for (const replacement of replacements) {
    let step = first;
    for (let at = 0; at < replacement.text.length; at += 1) {
      const code = replacement.text.charCodeAt(at);
      const next = step.next.get(code) ?? { next: new Map() };
      step.next.set(code, next);
      step = next;
    }
    step.replacement = replacement;
  }
  const steps = [first]; // shorter beginnings come before longer ones, which fall back to them
  for (const step of steps)
    for (const [code, next] of step.next) {
      next.fallback = step === first ? first : (nextStep(step.fallback as Step, code) ?? first);
      next.shorter = next.fallback.replacement ? next.fallback : next.fallback.shorter;
      steps.push(next);
    }
  return first;
}

function nextStep(step: Step, code: number): Step | undefined {
  for (let from: Step | undefined = step; from; from = from.fallback) {
    const next = from.next.get(code);
    if (next) return next;
  }
  return undefined;
}

/** What stands beside a hit: no letter or digit, an upper-case or a lower-case letter, or another letter or digit. */
type Neighbour = 'none' | 'upper' | 'lower' | 'other';

function fits(spelling: Spelling, text: string, start: number, end: number): boolean {
  const before = neighbourBefore(text, start);
  if (before !== 'none' && !(before === 'lower' && spelling === 'pascal')) return false;
  const after = neighbourAfter(text, end);
  return after === 'none' || (after === 'upper' && (spelling === 'camel' || spelling === 'pascal'));
}

function neighbourBefore(text: string, at: number): Neighbour {
  if (at === 0) return 'none';
  const pair = text.codePointAt(at - 2) ?? 0;
  return neighbour(pair > 0xffff ? pair : text.charCodeAt(at - 1));
}

function neighbourAfter(text: string, at: number): Neighbour {
  return at === text.length ? 'none' : neighbour(text.codePointAt(at) as number);
}

function neighbour(point: number): Neighbour {
  return asciiNeighbours[point] ?? kindOf(point);
}

function kindOf(point: number): Neighbour {
  const character = String.fromCodePoint(point);
  if (/\p{Lu}/u.test(character)) return 'upper';
  if (/\p{Ll}/u.test(character)) return 'lower';
  return /[\p{L}\p{Nd}]/u.test(character) ? 'other' : 'none';
}
const asciiNeighbours = Array.from({ length: 128 }, (_, point) => kindOf(point));
