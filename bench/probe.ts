// Whether two versions answer a scenario alike, so that their figures can be compared.
import type { Both } from './ratios.ts';
import { FEW_REQUESTS, type Request, type Scenario } from './scenarios.ts';

interface Answer {
  status: number;
  /** Of its body. */
  bytes: number;
}

/** Answers whose sizes differ by more than this are not the same answer. */
const MAX_SIZE_RATIO = 2;
/** Not even an object with a link is as small. */
const MIN_BYTES = 100;
/** What a version answers that does not know the address, the method or the parameter. */
const UNKNOWN = new Set([400, 404, 405]);

export async function probe(url: string, asked: Request[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { method, path, headers = {}, body } of asked.slice(0, FEW_REQUESTS)) {
    const response = await fetch(url + path, { method, headers, body: body ?? null });
    answers.push({ status: response.status, bytes: (await response.arrayBuffer()).byteLength });
  }
  return answers;
}

/** Why figures cannot be compared, if they cannot. A failure of the server is an error. */
export function reasonNotToCompare({ status }: Pick<Scenario, 'status'>, { now, before }: Both<Answer[]>) {
  const [isNow, wasBefore] = [answersWith(status, now), answersWith(status, before)];
  if (!isNow || !wasBefore) return isNow ? 'only now' : wasBefore ? 'only before' : 'in neither';
  return status === 200 ? unlikeSizes({ now: meanSize(now), before: meanSize(before) }) : undefined;
}

export function unlikeSizes({ now, before }: Both<number>): string | undefined {
  const ratio = Math.max(now, before) / Math.min(now, before);
  if (Math.min(now, before) >= MIN_BYTES && ratio <= MAX_SIZE_RATIO) return undefined;
  return `not the same answer: ${Math.round(before)} bytes before, ${Math.round(now)} now`;
}

function answersWith(status: number, answers: Answer[]): boolean {
  const other = answers.find((answer) => answer.status !== status);
  if (other && !UNKNOWN.has(other.status)) throw new Error(`A server answers ${other.status}, not ${status}.`);
  return other === undefined;
}

function meanSize(answers: Answer[]): number {
  return answers.reduce((sum, { bytes }) => sum + bytes, 0) / answers.length;
}
