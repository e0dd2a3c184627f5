// Asks again after a 503, as clients do: on a machine that stands still for three seconds, a process takes its database for unavailable.
import { setTimeout } from 'node:timers/promises';

const MAX_TRIES = 20;
const PAUSE_MS = 1_000;

export function patient<Input extends unknown[], Answer extends { status: number }>(
  ask: (...input: Input) => Promise<Answer>,
): (...input: Input) => Promise<Answer> {
  return async (...input) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await ask(...input);
      if (answer.status !== 503 || tries === MAX_TRIES) return answer;
      await setTimeout(PAUSE_MS);
    }
  };
}
