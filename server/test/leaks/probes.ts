// The requests that try to see a realm, and who is to see it by each.
import type { OperationRow } from '@realm-catalog/contract';
import type { Target, Subject } from './answers.ts';
import { mayAdminister, mayChange, maySee, mayWrite, onPages, type Asker } from './callers.ts';

/** Who gets to see the realm: who may see it, who may change it, administrators, who may do so in a browser, all if it is not private, or nobody by this request. */
type Rule =
  | 'see'
  | 'change'
  | 'administer'
  | 'see in a browser'
  | 'change in a browser'
  | 'administer in a browser'
  | 'not private'
  | 'nobody';

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
  /** It asks for a person who is signed in to the web pages before anything else. */
  needsViewer?: true;
  /** The realm is gone afterwards. */
  destroys?: true;
  /** It is a query: the answer for what is unknown has another status than that of REST. */
  isGraphql?: true;
}

/** What is checked of a route that names no realm in its address. */
export type Check = 'lists' | 'collections' | 'curating' | 'statistics' | 'creating' | 'links' | 'pages';

/** The requests by which a route could show a realm, the check that looks for realms in its answers, or why it never shows one. */
export type LeakRow<Asked> = { probes: Asked[] } | { check: Check } | { never: string };

/** What the answer is to be: the realm, a 403 that admits it is there, or that for a realm that never was. */
export function verdictOn(probe: Probe, asker: Asker, realm: Subject): 'shown' | 'forbidden' | 'unknown' {
  if (probe.rule === 'nobody' || (probe.writes && !mayWrite(asker))) return 'unknown';
  if (probe.needsCredential && asker.accountId === undefined) return 'unknown';
  if (probe.needsViewer && !asker.viewer) return 'unknown';
  if (probe.rule === 'administer in a browser') return mayAdminister(onPages(asker)) ? 'shown' : 'unknown';
  if (probe.rule === 'see in a browser') return maySee(onPages(asker), realm) ? 'shown' : 'unknown';
  if (probe.rule === 'change in a browser') return verdictOnChange(onPages(asker), realm);
  if (probe.rule === 'not private') return realm.visibility === 'private' ? 'unknown' : 'shown';
  if (probe.rule === 'administer') return mayAdminister(asker) ? 'shown' : 'unknown';
  if (probe.rule === 'see') return maySee(asker, realm) ? 'shown' : 'unknown';
  return verdictOnChange(asker, realm);
}

function verdictOnChange(asker: Asker, realm: Subject): 'shown' | 'forbidden' | 'unknown' {
  if (mayChange(asker, realm)) return 'shown';
  return maySee(asker, realm) ? 'forbidden' : 'unknown';
}

/** What a probe of an operation says beside how, by whom and with which status. */
interface Said extends Pick<Probe, 'shows' | 'writes' | 'needsCredential' | 'needsViewer' | 'destroys' | 'isGraphql'> {
  /** Another address than that of the operation. */
  path?: (target: Target) => string;
  version?: string;
  file?: string;
  query?: (target: Target) => string;
  method?: string;
  headers?: Record<string, string> | ((target: Target) => Record<string, string>);
  /** A text is sent as it is; a function makes the body for a realm. */
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
export const seeInBrowser = by('see in a browser');
export const administerInBrowser = by('administer in a browser');
export const changeInBrowser = by('change in a browser', { needsViewer: true });
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
    ...(body !== undefined && { body: sent(typeof body === 'function' ? (body(target) as unknown) : body) }),
  });
  return {
    ...rest,
    request: (target) => [path(target) + query(target), init(target)],
    answers: typeof answers === 'number' ? () => answers : answers,
  };
}

const sent = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

const addressIn =
  (template: string, { version = '1.0.0', file = 'README.md' }: Said) =>
  ({ slug }: Target) =>
    `/v1${template}`.replace('{slug}', slug).replace('{version}', version).replace('{path...}', file);

export const its = (name: 'slug' | 'id' | 'digest') => (target: Target) => target[name];
/** The status of what only realms with an upload have. */
export const ifUploaded = ({ version }: Target) => (version === '' ? 404 : 200);
export const noVersion = () => 'no such version';
