// Sends generated requests to a catalog over real HTTP, some at a time, and tells what came of each.
import { Agent } from 'node:http';
import { fc } from '../support/fixed-seed.ts';
import { judge } from './answers.ts';
import { credentials } from './callers.ts';
import { memory } from './memory.ts';
import { requestsOf, withoutReferences, type Generated } from './request-generator.ts';
import { send, toSend, type Got, type Sent } from './sending.ts';
import { aCollection, anAccount, aRealm, type TestCatalog } from '../support/harness.ts';

export interface Outcome {
  request: Generated;
  answer: Got;
  ms: number;
  faults: string[];
  sent: Sent;
  /** With which it is made again: `npm run generated -- 250 --seed …`. */
  seed: number;
}

const AT_ONCE = 8;
/** So many requests are made from one seed; the next are made from the next. */
const PER_SEED = 250;

/** No limit is in the way, and clients are wherever they say. */
export const envOfRun = {
  ...Object.fromEntries(['FREE', 'PREMIUM'].map((plan) => [`QUOTA_REALMS_${plan}`, '1000000000'])),
  MIN_FREE_DISK: '0',
  ...Object.fromEntries(
    ['FREE', 'AUTHENTICATED', 'PREMIUM', 'ADDRESS', 'REGISTRATIONS'].map((name) => [
      `RATE_LIMIT_${name}`,
      '1000000000',
    ]),
  ),
  TRUST_PROXY: '127.0.0.1',
};

const ada = anAccount({ username: 'ada' });
const realms = (['public', 'unlisted', 'private'] as const).flatMap((visibility) =>
  Array.from({ length: 5 }, (_, n) =>
    aRealm(ada, { slug: `${visibility}-${n}`, visibility, featured: n === 0, tags: ['auth'] }),
  ),
);
const collections = [aCollection(ada, { featured: true, realmIds: realms.slice(0, 5).map(({ id }) => id) })];

/** Something to ask for. */
export const seedOfRun = { accounts: [ada], realms, collections };

/** Sends `count` of them, and tells of each as it ends. */
export async function run(
  catalog: TestCatalog,
  seed: number,
  count: number,
  tell: (outcome: Outcome) => void,
): Promise<void> {
  const document = withoutReferences((await catalog.ask('/v1/openapi.json')).body as object);
  const faultsOf = judge(document);
  const arbitrary = requestsOf(document);
  const known = memory();
  const credentialOf = await credentials(catalog, (facts) => known.learn('', '', facts));
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

  async function one(request: Generated, number: number, from: number): Promise<void> {
    const credential = await credentialOf(request.caller, number);
    const sent = toSend(request, credential, (given) => known.recall(request.caller, given), number);
    const startedAt = performance.now();
    const answer = await send(catalog.url, sent, agent);
    const ms = performance.now() - startedAt;
    if (answer.status === 401) await credential.ended();
    if (answer.status === 200 || answer.status === 201) learn(request, sent, answer);
    tell({ request, answer, ms, faults: faultsOf(request, answer), sent, seed: from });
  }

  function learn({ caller, template, body }: Generated, sent: Sent, { text }: Got): void {
    if (!document.paths[template]) return;
    if (text) known.learn(caller, template, JSON.parse(text));
    if ('json' in body) known.learn(caller, template, JSON.parse(String(sent.body)));
  }

  for (let done = 0, from = seed; done < count; done += PER_SEED, from += 1) {
    const requests = fc.sample(arbitrary, { seed: from, numRuns: Math.min(PER_SEED, count - done) }).entries();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const [number, request] of requests) await one(request, number, from);
      }),
    );
  }
  agent.destroy();
}

/** What went wrong, for people. */
export function describe({ faults, seed, sent, answer }: Outcome): string {
  const { method, path, headers, body } = sent;
  return [
    `${faults.join('; ')} (seed ${seed})`,
    `${method} ${path}`.slice(0, 1_000),
    JSON.stringify(headers).slice(0, 1_000),
    String(body ?? '').slice(0, 1_000),
    `→ ${answer.status} ${answer.text.slice(0, 1_000)}\n`,
  ].join('\n');
}
