// What two versions are compared by: the requests that people send most, and on request all others of the benchmark.
import { FEW_REQUESTS, type Scenario } from './scenarios.ts';

export interface ComparedScenario extends Scenario {
  title: string;
  /** So many requests are sent in turn; without it, none is sent twice. */
  distinct?: number;
}

/** Of so many searches most responses stay in the cache. */
const CACHED_SEARCHES = 1_300;
const SPREAD = 100;
const BROAD_SEARCHES = ['q, frequent word', 'q, rare word', 'q, two words', 'q, tag and word'];
const SEARCHES = ['search, frequent word', 'search, middling word', 'search, rare word', 'search, two words'];

/** Those of the benchmark that are compared without `--only`. */
const USUAL = new Set([
  'detail, hot',
  'list, all, hot',
  'list, all, cold',
  'page, list, hot',
  'page, list, cold',
  'page, realm, hot',
]);

/** Of `scenarios`, and of others that are made of them. The writes come last: they change what the reads find. */
export function comparedScenarios(scenarios: Scenario[], only?: RegExp): ComparedScenario[] {
  const known = scenarios.map((scenario): ComparedScenario => ({
    ...scenario,
    title: `${scenario.name}, ${scenario.heat}`,
    ...(scenario.heat === 'hot' && { distinct: FEW_REQUESTS }),
  }));
  const made = madeOf(known);
  const chosen = only
    ? [...known, ...made].filter(({ title }) => only.test(title))
    : [...known.filter(({ title }) => USUAL.has(title)), ...made];
  return [...chosen.filter(({ kind }) => kind === 'read'), ...chosen.filter(({ kind }) => kind === 'write')];
}

function madeOf(known: ComparedScenario[]): ComparedScenario[] {
  const named = (title: string) => {
    const found = known.find((scenario) => scenario.title === title);
    if (!found) throw new Error(`There is no scenario "${title}".`);
    return found;
  };
  const search = inTurn(SEARCHES.map((name) => named(`${name}, cold`)));
  return [
    repeating(named('detail, cold'), 'detail, spread over 100', SPREAD),
    repeating(search, 'search, 1,300 in turn', CACHED_SEARCHES),
    { ...search, title: 'search, cold' },
    { ...inTurn(BROAD_SEARCHES.map((name) => named(`${name}, cold`))), title: 'q, cold' },
    repeating(named('download, cold'), 'download, one realm', 1),
    repeating(named('download, cold'), 'download, spread over 100', SPREAD),
  ];
}

function repeating(scenario: ComparedScenario, title: string, distinct: number): ComparedScenario {
  return { ...scenario, title, distinct };
}

function inTurn(scenarios: ComparedScenario[]): ComparedScenario {
  const [first] = scenarios;
  if (!first) throw new Error('There is nothing to take turns.');
  return {
    ...first,
    request: (i) => (scenarios[i % scenarios.length] ?? first).request(Math.floor(i / scenarios.length)),
  };
}
