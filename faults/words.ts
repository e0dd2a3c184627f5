// A million words that come and go in the descriptions, tags and categories of few realms: memory and searches end as they began.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { aCatalog, type Tortured } from './catalog.ts';
import type { Fault } from './fault.ts';
import { change, create, expect, openAccount } from './visits.ts';

const MIB = 2 ** 20;
const QUIET_MS = 1_000;
const CLIENTS = 8;
/** As many as a description has room for. */
const IN_DESCRIPTION = 62;
const TAGS = 20;
const DIGITS = 5;
/** How often searches are measured: the least counts, as others may use the processor, too. */
const ROUNDS = 5;
/** So much more memory, or processor time for a search, is allowed at the end. */
const MAX_MEMORY_RATIO = 1.05;
const MAX_TIME_RATIO = 1.25;

const short = { realms: 10, words: 2_000, searches: 36 };
const long = { realms: 1_000, words: 1_000_000, searches: 36 * 10 };

interface Measured {
  heapMiB: number;
  residentMiB: number;
  /** Processor time of the server for one, in milliseconds. */
  search: number;
}

export const words: Fault = {
  about: 'a million changed words over 1,000 realms: memory and the time of a search end as they began',
  isLasting: true,
  async run({ isShort, report }) {
    const shape = isShort ? short : long;
    const measured = new URL('./measured.ts', import.meta.url).href;
    const env = { RATE_LIMIT_PREMIUM: '1000000000' };
    await using catalog = await aCatalog({ node: ['--expose-gc', '--import', measured], env });
    await catalog.start();
    const key = await openAccount(catalog.url);
    assert.equal(catalog.admin('users', 'set', 'alice', '--plan', 'premium').status, 0); // who may have so many realms
    for (let number = 0; number < shape.realms; number += 1)
      expect(201, await create(catalog.url, key, `Wordy ${number}`));

    await changeWords(catalog, key, shape.realms, shape.realms * IN_DESCRIPTION);
    const begun = await measure(catalog, shape.searches);
    report(lineOf('begun', begun));
    const from = performance.now();
    await changeWords(catalog, key, shape.realms, shape.words);
    const seconds = Math.round((performance.now() - from) / 1_000);
    const ended = await measure(catalog, shape.searches);
    report(lineOf('ended', ended));
    assert.equal(await catalog.stop(), 0);
    if (!isShort) assertNoMore(begun, ended);
    return { ...shape, seconds, begun, ended };
  },
};

let made = 0;
/** One that was never there before: `qz` and five digits, in no order. */
function newWord(): string {
  made += 1;
  return `qz${((made * 40_503_479) % 36 ** DIGITS).toString(36).padStart(DIGITS, '0')}`;
}

/** Gives the realms in turn new descriptions, tags and categories, until so many words of descriptions were changed. */
async function changeWords({ url }: Tortured, key: string, realms: number, words: number): Promise<void> {
  let left = Math.ceil(words / IN_DESCRIPTION);
  const client = async () => {
    while (left > 0) {
      left -= 1;
      const description = Array.from({ length: IN_DESCRIPTION }, newWord).join(' ');
      const fields = { description, tags: Array.from({ length: TAGS }, newWord), category: newWord() };
      expect(200, await change(url, key, `wordy-${left % realms}`, fields));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function measure(catalog: Tortured, searches: number): Promise<Measured> {
  await search(catalog, searches, 'name'); // what is compiled at the first searches is compiled
  await setTimeout(QUIET_MS);
  const { heapUsed, external, rss } = (await catalog.tell({})) as Record<'heapUsed' | 'external' | 'rss', number>;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await processorTime(catalog);
    await search(catalog, searches, 'relevance');
    times.push(((await processorTime(catalog)) - before) / searches);
  }
  return {
    heapMiB: rounded((heapUsed + external) / MIB, 1),
    residentMiB: rounded(rss / MIB, 1),
    search: rounded(Math.min(...times), 3),
  };
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

let asked = 0;
/** Asks for beginnings of words, each of which one word in 36 has. None is asked twice, since whole answers would be kept then. */
async function search(catalog: Tortured, searches: number, sort: string): Promise<void> {
  for (let at = 0; at < searches; at += 1, asked += 1) {
    const page = `sort=${sort}&offset=${Math.floor(asked / 36)}`;
    expect(200, await catalog.ask(`/v1/realms?search=qz${(asked % 36).toString(36)}&${page}`));
  }
}

async function processorTime(catalog: Tortured): Promise<number> {
  return ((await catalog.tell({ isProcessorTime: true })) as { milliseconds: number }).milliseconds;
}

function lineOf(when: string, { heapMiB, residentMiB, search }: Measured): string {
  return `${when}: heap ${heapMiB} MiB, resident ${residentMiB} MiB, a search ${search} ms of processor time`;
}

function assertNoMore(begun: Measured, ended: Measured): void {
  assert.ok(
    ended.heapMiB <= begun.heapMiB * MAX_MEMORY_RATIO,
    `the heap grew from ${begun.heapMiB} to ${ended.heapMiB} MiB`,
  );
  assert.ok(
    ended.search <= begun.search * MAX_TIME_RATIO,
    `a search took ${begun.search} and takes ${ended.search} ms`,
  );
}
