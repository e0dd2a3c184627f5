// The options of `npm run bench -- --against REF`.
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface AgainstOptions {
  /** A commit, as git names it. */
  ref: string;
  realms: number;
  /** Length of a burst. */
  seconds: number;
  rounds: number;
  /** Names of the scenarios; without it, those that are asked for most. */
  only: RegExp | undefined;
  /** Where checkouts and databases are kept for the next run. */
  data: string;
}

/** Below this, chance alone too often has every round on the same side. */
const MIN_ROUNDS = 4;

export function againstOptions(args: string[]): AgainstOptions {
  const { values } = parseArgs({
    args,
    options: {
      against: { type: 'string', default: '' },
      realms: { type: 'string', default: '20000' },
      seconds: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '6' },
      only: { type: 'string' },
      data: { type: 'string', default: join(tmpdir(), 'realm-catalog-bench') },
    },
  });
  if (values.against === '') throw new Error('--against needs a commit, such as HEAD~1.');
  const rounds = wholeNumber('--rounds', values.rounds);
  if (rounds < MIN_ROUNDS || rounds % 2 === 1) throw new Error(`--rounds is an even number, ${MIN_ROUNDS} or more.`);
  return {
    ref: values.against,
    realms: wholeNumber('--realms', values.realms),
    seconds: wholeNumber('--seconds', values.seconds),
    rounds,
    only: values.only === undefined ? undefined : new RegExp(values.only),
    data: resolve(values.data, 'against'),
  };
}

export function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`${option} is a whole number above 0, and not "${text}".`);
  return Number(text);
}
