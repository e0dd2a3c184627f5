// Replaces texts in one pass, the longest first where several begin at the same place. What was put in is never looked at again.
import type { Spelling } from './spellings.ts';

export interface Replacement {
  text: string;
  spelling: Spelling;
  by: string;
  /** A bit. The replacement is made only where the caller names this bit. */
  group: number;
}

/** Replaces in a text what belongs to one of the groups, which are bits. The text itself if there is nothing. */
export type Replace = (text: string, groups: number) => string;

/** A step on the way through the texts, by the next character. */
interface Step {
  next: Map<number, Step>;
  replacement?: Replacement;
}

/** The code of Z: texts begin with a letter of ASCII. */
const LAST_CAPITAL = 0x5a;

interface Hit {
  end: number;
  by: string;
}

/** The time that it takes grows with the text alone: each place where a text may begin is walked from until no text goes on so. */
export function replacer(replacements: Replacement[]): Replace {
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

  function hitAt(text: string, at: number, before: Neighbour, groups: number): Hit | undefined {
    let hit: Hit | undefined;
    let step = first.next.get(text.charCodeAt(at));
    for (let end = at + 1; step; end += 1) {
      const { replacement } = step;
      if (
        replacement &&
        (replacement.group & groups) !== 0 &&
        fits(replacement.spelling, before, () => neighbourAfter(text, end))
      )
        hit = { end, by: replacement.by };
      step = step.next.get(text.charCodeAt(end));
    }
    return hit;
  }

  return (text, groups) => {
    let replaced = '';
    let copied = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (!first.next.has(code)) continue;
      const before = neighbourBefore(text, at);
      // Nothing begins within a word, except for `AcmeShop` after a lower-case letter.
      if (before !== 'none' && !(before === 'lower' && code <= LAST_CAPITAL)) continue;
      const hit = hitAt(text, at, before, groups);
      if (!hit) continue;
      replaced += text.slice(copied, at) + hit.by;
      copied = hit.end;
      at = hit.end - 1;
    }
    return copied === 0 ? text : replaced + text.slice(copied);
  };
}

/** What stands beside a hit: no letter or digit, an upper-case or a lower-case letter, or another letter or digit. */
type Neighbour = 'none' | 'upper' | 'lower' | 'other';

function fits(spelling: Spelling, before: Neighbour, after: () => Neighbour): boolean {
  if (before !== 'none' && !(before === 'lower' && spelling === 'pascal')) return false;
  const next = after();
  return next === 'none' || (next === 'upper' && (spelling === 'camel' || spelling === 'pascal'));
}

function neighbourBefore(text: string, at: number): Neighbour {
  if (at === 0) return 'none';
  const code = text.charCodeAt(at - 1);
  const isLowSurrogate = code >= 0xdc00 && code <= 0xdfff && at > 1;
  return neighbour(isLowSurrogate ? (text.codePointAt(at - 2) as number) : code);
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
