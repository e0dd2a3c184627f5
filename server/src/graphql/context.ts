// What the resolvers of one query share: who asks, what the query costs, and what is looked up for it.
import type { RateState } from '../limits/limiter.ts';
import type { LookUps } from './look-ups.ts';

export interface Context {
  lookUps: LookUps;
  /** How many requests the query costs. */
  cost: number;
  /** For a large answer: lets everything else run between two items of a list. */
  pause: (() => Promise<void>) | undefined;
  /** The limit of the caller after the query was charged. */
  rate: RateState;
}
