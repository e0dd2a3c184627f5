// The requests that try to see a realm, and who is to see it by each.
import type { OperationRow } from '@realm-catalog/contract';
import type { Target, Subject } from './answers.ts';
import { mayAdminister, mayChange, maySee, mayWrite, type Asker } from './callers.ts';

/** Who gets to see the realm: who may see it, who may change it, administrators, all if it is not private, or nobody by this request. */
type Rule = 'see' | 'change' | 'administer' | 'not private' | 'nobody';

/** One way to ask for a realm by its name. */
export interface Probe {
  how: string;
  rule: Rule;
  request(target: Target): [path: string, init: RequestInit];
  /** The status for those who get to see it. */
  answers(target: Target): number;
  /** What is then in the answer. */
  shows?: ((target: Target) => string) | undefined;
  /** It asks for the scope realms:write before anything else. */
  writes?: true;
  /** It asks for a credential before anything else. */
  needsCredential?: true;
  /** The realm is gone afterwards. */
  destroys?: true;
}

/** What is checked of a route that names no realm in its address. */
export type Check = 'lists' | 'collections' | 'curating' | 'statistics' | 'creating' | 'links';

/** The requests by which a route could show a realm, the check that looks for realms in its answers, or why it never shows one. */
export type LeakRow<Asked> = { probes: Asked[] } | { check: Check } | { never: string };

/** What the answer is to be: the realm, a 403 that admits it is there, or that for a realm that never was. */
export function verdictOn(probe: Probe, asker: Asker, realm: Subject): 'shown' | 'forbidden' | 'unknown' {
  if (probe.rule === 'nobody' || (probe.writes && !mayWrite(asker))) return 'unknown';
  if (probe.needsCredential && asker.accountId === undefined) return 'unknown';
  if (probe.rule === 'not private') return realm.visibility === 'private' ? 'unknown' : 'shown';
  if (probe.rule === 'administer') return mayAdminister(asker) ? 'shown' : 'unknown';
  if (probe.rule === 'see') return maySee(asker, realm) ? 'shown' : 'unknown';
  if (mayChange(asker, realm)) return 'shown';
  return maySee(asker, realm) ? 'forbidden' : 'unknown';
}

/** What a probe of an operation says beside how, by whom and with which status. */
interface Said extends Pick<Probe, 'shows' | 'writes' | 'needsCredential' | 'destroys'> {
  /** Another address than that of the operation. */
  path?: (target: Target) => string;
  version?: string;
  file?: string;
  query?: (target: Target) => string;
  method?: string;
  headers?: Record<string, string> | ((target: Target) => Record<string, string>);
  /** A text is sent as it is. */
  body?: unknown;
}

export interface ProbeSample extends Said {
  how: string;
  rule: Rule;
  answers: number | Probe['answers'];
}

const by =
  (rule: Rule, always: Said = {}) =>
  (how: string, answers: ProbeSample['answers'], said: Said = {}): ProbeSample => ({
    how,
    rule,
    answers,
    ...always,
    ...said,
  });

export const see = by('see');
export const change = by('change', { writes: true });
export const administer = by('administer');
export const nobody = by('nobody');
export const notPrivate = by('not private');

/** The same by HEAD. */
export function head({ shows: _shows, ...sample }: ProbeSample): ProbeSample {
  return { ...sample, how: `${sample.how}, by HEAD`, method: 'HEAD' };
}

/** The same as a question for changes. */
function ifChanged({ shows: _shows, answers, ...sample }: ProbeSample): ProbeSample {
  const status = (target: Target) => (typeof answers === 'number' ? answers : answers(target));
  return {
    ...sample,
    how: `${sample.how}, if it changed`,
    headers: { 'if-none-match': '*' },
    answers: (target) => (status(target) === 200 ? 304 : status(target)),
  };
}

/** The requests that these samples of an operation mean. The first of a read is also sent by HEAD, and as a question for changes. */
export function probesOfOperation({ method, path }: OperationRow, samples: ProbeSample[]): Probe[] {
  const derived = method === 'GET' ? samples.slice(0, 1).flatMap((first) => [head(first), ifChanged(first)]) : [];
  return [...samples, ...derived].map((sample) => probeOf(sample, method, path));
}

/** Without a method and a path, the sample is a GET of an address of its own. */
export function probeOf({ answers, ...said }: ProbeSample, method = 'GET', template = ''): Probe {
  const { path = addressIn(template, said), query = () => '', headers = {}, body, ...rest } = said;
  const type = body !== undefined && { 'content-type': 'application/json' };
  const init = (target: Target) => ({
    method: said.method ?? method,
    headers: { ...type, ...(typeof headers === 'function' ? headers(target) : headers) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    ...rest,
    request: (target) => [path(target) + query(target), init(target)],
    answers: typeof answers === 'number' ? () => answers : answers,
  };
}

const addressIn =
  (template: string, { version = '1.0.0', file = 'README.md' }: Said) =>
  ({ slug }: Target) =>
    `/v1${template}`.replace('{slug}', slug).replace('{version}', version).replace('{path...}', file);

export const its = (name: 'slug' | 'id' | 'digest') => (target: Target) => target[name];
/** The status of what only realms with an upload have. */
export const ifUploaded = ({ version }: Target) => (version === '' ? 404 : 200);
export const noVersion = () => 'no such version';
