// Reads and writes of all kinds to processes of one or two versions, and what of them must be found in the store afterwards.
import type { TestContext } from 'node:test';
import sql from 'sql-template-tag';
import { json } from '../support/harness.ts';
import type { Outcome, Sent } from '../support/load.ts';
import { download, inTurn, loadFor } from '../many-processes/many-processes.ts';
import { until } from '../support/until.ts';
import type { CatalogProcess } from '../support/processes.ts';
import { onDatabase } from './restored.ts';
import type { FixtureCatalog } from './fixture-catalog.ts';

const CONNECTIONS = 4;

export function mixedLoad(t: TestContext, sample: FixtureCatalog, ...processes: CatalogProcess[]) {
  let targets = processes;
  const sent = new Map<string, number>();
  const kinds = requestsTo('', sample, 0).length;
  const load = loadFor(t, CONNECTIONS, (number) => {
    const { url } = inTurn(targets, Math.floor(number / kinds)); // each kind comes to each process
    sent.set(url, (sent.get(url) ?? 0) + 1);
    return inTurn(requestsTo(url, sample, number), number);
  });
  const answeredBy = ({ url }: CatalogProcess) => load.outcomes.filter(({ sent }) => sent.url.startsWith(url)).length;
  return {
    sendTo: (...processes: CatalogProcess[]) => void (targets = processes),

    /** Returns when this process, which nothing more is sent to, has answered everything. */
    answered: (process: CatalogProcess) =>
      until('everything is answered', () => answeredBy(process) === sent.get(process.url)),

    /** Returns when this process has answered so many more. */
    async further(process: CatalogProcess, least: number): Promise<void> {
      const before = answeredBy(process);
      await until('requests are answered', () => answeredBy(process) >= before + least);
    },

    async stopped() {
      const outcomes = await load.stop();
      const posts = outcomes.filter(({ sent }) => sent.method === 'POST');
      const downloads = posts.filter(({ sent }) => sent.url.endsWith('/download')).length;
      return { failures: outcomes.filter(isFailure).map(shown), downloads, creations: posts.length - downloads };
    },
  };
}

function requestsTo(url: string, { owner, slugs }: FixtureCatalog, number: number): Sent[] {
  const headers = { authorization: `Bearer ${owner.key}` };
  const realm = `${url}/v1/realms/${slugs.empty}`;
  const creation = { name: 'Made meanwhile', description: 'New.', category: 'api' };
  return [
    { url: `${url}/v1/realms?sort=newest` },
    { url: `${url}/v1/realms?search=meanwhile`, headers },
    { url: `${url}/v1/realms/${slugs.private}`, headers },
    { url: `${url}/v1/me`, headers },
    download(url, slugs.empty),
    { url: realm, ...json({ description: `Change ${number}.` }, owner.key, 'PATCH') },
    { url: `${realm}/star`, method: number % 2 === 0 ? 'PUT' : 'DELETE', headers },
    { url: `${url}/v1/realms`, ...json(creation, owner.key) },
  ];
}

const isFailure = ({ status }: Outcome): boolean => status < 200 || status > 299;
const shown = ({ sent, status, lost, text }: Outcome) => [sent.method, sent.url, status || lost, text];

/** What the store has of both. */
export function storedCounts(env: Record<string, string>): Promise<{ downloads: number; realms: number }> {
  return onDatabase(env, async (db) => {
    const counts = sql`select (select sum(count) from download_counts) as downloads, (select count(*) from realms) as realms`;
    const [row] = await db.all<{ downloads: number; realms: number }>(counts);
    return row ?? { downloads: 0, realms: 0 };
  });
}
