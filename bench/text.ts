// How long the worst text takes to clean, of the size of a request and of a README.
import { cleanLongText } from '@realm-catalog/contract/text';

export interface TextFigures {
  bytes: number;
  /** The kind that took longest. */
  kind: string;
  /** Processor time of its fastest round: the one that nothing else on the machine disturbed. */
  ms: number;
}

const ROUNDS = 15;
/** From the highest combining class to the lowest: each mark is sorted in before all others. */
const descending = ['\u{345}', '\u{315}', '\u{301}', '\u{316}', '\u{31b}', '\u{334}']
  .map((mark) => mark.repeat(5))
  .join('');

/** What is repeated until the text is full. */
const kinds: Record<string, string> = {
  'one run of marks': '\u{344}\u{316}',
  'runs of 30 marks, each in the worst order': `a${descending}`,
  'runs of 15 marks that become two': `a${'\u{344}'.repeat(15)}`,
  'runs of Tibetan marks that become two': `\u{f40}${'\u{f73}'.repeat(15)}`,
  'vowels that combine with each other': '\u{16126}',
  'letters with three marks each': '\u{1f82}',
  'a mark at every letter': 'e\u{316}',
};

export function measureTexts(): TextFigures[] {
  return [64 * 1_024, 1_024 ** 2].map((bytes) => {
    const figures = Object.entries(kinds).map(([kind, unit]): TextFigures => {
      const text = unit.repeat(bytes / Buffer.byteLength(unit));
      return { bytes, kind, ms: Math.min(...Array.from({ length: ROUNDS }, () => timeOf(text))) };
    });
    return figures.reduce((one, other) => (other.ms > one.ms ? other : one));
  });
}

function timeOf(text: string): number {
  const begun = process.cpuUsage();
  cleanLongText(text);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}
