// Where a realm could show: every route of the server, with the requests that try it, or with the reason why it cannot.
import { mayAdminister, mayChange, maySee, mayWrite, type Asker } from './callers.ts';
import type { Subject, Target } from './answers.ts';

/** Who gets to see the realm: who may see it, who may change it, administrators, all if it is not private, or nobody by this request. */
type Rule = 'see' | 'change' | 'administer' | 'not private' | 'nobody';

/** One way to ask for a realm by its name. */
export interface Probe {
  how: string;
  rule: Rule;
  request(target: Target): [path: string, init?: RequestInit];
  /** The status for those who get to see it. */
  answers(target: Target): number;
  /** What is then in the answer. */
  shows?(target: Target): string;
  /** It asks for the scope realms:write before anything else. */
  writes?: true;
  /** It asks for a credential before anything else. */
  needsCredential?: true;
  /** The realm is gone afterwards. */
  destroys?: true;
}

/** What is checked of a route that names no realm in its address. */
export type Check = 'lists' | 'collections' | 'curating' | 'statistics' | 'creating' | 'links';

export type Row = { probes: Probe[] } | { check: Check } | { never: string };

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

type Said = Omit<Probe, 'how' | 'rule' | 'answers' | 'request'> & { headers?: Record<string, string>; body?: unknown };

/** A request to an address below the realm's own. */
function at(
  how: string,
  rule: Rule,
  method: string,
  below: string,
  answers: Probe['answers'] | number,
  said: Said = {},
) {
  const { headers = {}, body, ...rest } = said;
  const init = {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
  const request = ({ slug }: Target): [string, RequestInit] => [`/v1/realms/${slug}${below}`, init];
  return { how, rule, request, answers: typeof answers === 'number' ? () => answers : answers, ...rest };
}

/** A GET of another address than the usual one. */
function get(how: string, rule: Rule, path: (target: Target) => string, shows?: Probe['shows']): Probe {
  return { how, rule, request: (target) => [path(target)], answers: () => 200, ...(shows && { shows }) };
}

const percent = (text: string) =>
  text.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
const its = (name: 'slug' | 'id' | 'digest') => (target: Target) => target[name];
const uploaded = ({ version }: Target) => (version === '' ? 404 : 200);

/** A page below the address of the realm. Whoever asks, it shows what an anonymous visitor may see. */
function page(below: string, answers: Probe['answers'] = () => 200, shows?: Probe['shows']): Probe {
  const path = ({ slug }: Target) => `/realms/${slug}${below}`;
  return { ...get(`as the page ${below}`, 'not private', path, shows), answers };
}

/** The same by HEAD. */
const head = (probe: Probe): Probe => ({
  ...probe,
  how: `${probe.how} by HEAD`,
  shows: () => '',
  request: (target) => [probe.request(target)[0], { method: 'HEAD' }],
});

const filesOrNone = ({ version }: Target) => (version === '' ? 'no such version' : '"files":');
const fileOrNone = ({ version }: Target) => (version === '' ? 'no such version' : 'no such file');

const details: Probe[] = [
  at('by its slug', 'see', 'GET', '', 200, { shows: its('id') }),
  get('in the reference spelling', 'see', ({ slug }) => `/v1/api/realms/${slug}`, its('id')),
  at('with a slash at the end', 'see', 'GET', '/', 200, { shows: its('id') }),
  at('with a query that means nothing', 'see', 'GET', '?version=1.0.0&visibility=private', 200, { shows: its('id') }),
  at('by HEAD', 'see', 'HEAD', '', 200),
  get('with a letter encoded', 'see', ({ slug }) => `/v1/realms/${percent(slug[0] ?? '')}${slug.slice(1)}`, its('id')),
  get('with all letters encoded', 'see', ({ slug }) => `/v1/realms/${percent(slug)}`, its('id')),
  get('with a letter encoded twice', 'nobody', ({ slug }) => `/v1/realms/%25${percent(slug).slice(1)}`),
  get('in upper case', 'nobody', ({ slug }) => `/v1/realms/${slug.toUpperCase()}`),
  get('with a blank behind it', 'nobody', ({ slug }) => `/v1/realms/${slug}%20`),
  get('with a NUL behind it', 'nobody', ({ slug }) => `/v1/realms/${slug}%00`),
  get('with a wildcard', 'nobody', ({ slug }) => `/v1/realms/${slug.slice(0, -1)}%25`),
  get('by its id', 'nobody', ({ id }) => `/v1/realms/${id}`),
  get('below it, where nothing is', 'nobody', ({ slug }) => `/v1/realms/${slug}/nothing`),
  at('by another method', 'nobody', 'PURGE', '', 405),
  {
    how: 'with the ETag of those who see it',
    rule: 'see',
    request: ({ slug, etag }) => [`/v1/realms/${slug}`, { headers: { 'if-none-match': etag } }],
    answers: () => 304,
  },
  at('with an ETag that fits anything', 'see', 'GET', '', 304, { headers: { 'if-none-match': '*' } }),
];

export const rows: Record<string, Row> = {
  'GET /v1/realms': { check: 'lists' },
  'GET /v1/tags': { check: 'lists' },
  'GET /v1/categories': { check: 'lists' },
  'GET /v1/suggest': { check: 'lists' },
  'POST /v1/realms': { check: 'creating' },
  'GET /v1/realms/:slug': { probes: details },
  'PATCH /v1/realms/:slug': {
    probes: [
      at('with a change', 'change', 'PATCH', '', 200, { body: { license: 'MIT' }, shows: its('id'), writes: true }),
      at('with nothing', 'change', 'PATCH', '', 200, { body: {}, shows: its('id'), writes: true }),
      at('with a change that is not valid', 'nobody', 'PATCH', '', 400, { body: { name: '', visibility: 'secret' } }),
      at('with a body that cannot be read', 'nobody', 'PATCH', '', 400, { body: '{' }),
    ],
  },
  'DELETE /v1/realms/:slug': {
    probes: [at('for good', 'change', 'DELETE', '', 204, { writes: true, destroys: true })],
  },
  'GET /v1/realms/:slug/star': {
    probes: [
      at('that is not there', 'see', 'GET', '/star', 404, {
        shows: () => 'You have not starred',
        needsCredential: true,
      }),
    ],
  },
  'PUT /v1/realms/:slug/star': { probes: [at('with a star', 'see', 'PUT', '/star', 204, { writes: true })] },
  'DELETE /v1/realms/:slug/star': { probes: [at('without one', 'see', 'DELETE', '/star', 204, { writes: true })] },
  'GET /v1/realms/:slug/versions': {
    probes: [
      at('all', 'see', 'GET', '/versions', 200, { shows: ({ version, digest }) => (version === '' ? '[]' : digest) }),
      at('by HEAD', 'see', 'HEAD', '/versions', 200),
      at('if they changed', 'see', 'GET', '/versions', 304, { headers: { 'if-none-match': '*' } }),
    ],
  },
  'POST /v1/realms/:slug/versions': {
    probes: [at('for another version', 'change', 'POST', '/versions', 201, { writes: true, shows: its('slug') })],
  },
  'GET /v1/realms/:slug/versions/:version': {
    probes: [
      at('that is there', 'see', 'GET', '/versions/1.0.0', uploaded),
      at('that is not', 'see', 'GET', '/versions/9.9.9', 404, { shows: () => 'no such version' }),
      at('that is generated', 'see', 'GET', '/versions/0.0.0', 404, { shows: () => 'no such version' }),
      at('by HEAD', 'see', 'HEAD', '/versions/1.0.0', uploaded),
    ],
  },
  'PATCH /v1/realms/:slug/versions/:version': {
    probes: [
      at('that is there', 'change', 'PATCH', '/versions/1.0.0', uploaded, { body: { yanked: false }, writes: true }),
      at('that is not', 'change', 'PATCH', '/versions/9.9.9', 404, { body: { yanked: true }, writes: true }),
      at('without saying what', 'nobody', 'PATCH', '/versions/1.0.0', 400, { body: {} }),
    ],
  },
  'GET /v1/realms/:slug/versions/:version/files': {
    probes: [
      at('all', 'see', 'GET', '/versions/1.0.0/files', uploaded, { shows: filesOrNone }),
      at('some', 'see', 'GET', '/versions/1.0.0/files?prefix=x&limit=1', uploaded),
      at('by HEAD', 'see', 'HEAD', '/versions/1.0.0/files', uploaded),
      at('of a version that is not there', 'see', 'GET', '/versions/9.9.9/files', 404, {
        shows: () => 'no such version',
      }),
      at('with a limit that is none', 'nobody', 'GET', '/versions/1.0.0/files?limit=0', 400),
    ],
  },
  'GET /v1/realms/:slug/versions/:version/files/:path': {
    probes: [
      at('that is there', 'see', 'GET', '/versions/1.0.0/files/README.md', uploaded),
      at('by HEAD', 'see', 'HEAD', '/versions/1.0.0/files/README.md', uploaded),
      at(
        'that is there, if it changed',
        'see',
        'GET',
        '/versions/1.0.0/files/README.md',
        ({ version }) => (version === '' ? 404 : 304),
        {
          headers: { 'if-none-match': '*' },
        },
      ),
      at('that is not there', 'see', 'GET', '/versions/1.0.0/files/nothing/here', 404, { shows: fileOrNone }),
      at('of a version that is not there', 'see', 'GET', '/versions/9.9.9/files/a', 404, {
        shows: () => 'no such version',
      }),
      at('with an ETag that fits anything', 'see', 'GET', '/versions/1.0.0/files/nothing', 404, {
        headers: { 'if-none-match': '*' },
        shows: fileOrNone,
      }),
    ],
  },
  'GET /v1/realms/:slug/diff': {
    probes: [
      at('of a version with itself', 'see', 'GET', '/diff?from=1.0.0&to=1.0.0', uploaded),
      at('with a version that is not there', 'see', 'GET', '/diff?from=1.0.0&to=9.9.9', 404, {
        shows: () => 'version',
      }),
      at('by HEAD', 'see', 'HEAD', '/diff?from=1.0.0&to=1.0.0', uploaded),
      at('of one version', 'nobody', 'GET', '/diff?from=1.0.0', 400),
    ],
  },
  'PUT /v1/realms/:slug/upload': {
    probes: [
      at('without its token', 'nobody', 'PUT', '/upload', 403, { headers: { 'content-type': 'application/gzip' } }),
    ],
  },
  'POST /v1/realms/:slug/download': {
    probes: [
      at('of the newest', 'see', 'POST', '/download', 200, { shows: its('slug') }),
      at('of a version', 'see', 'POST', '/download?version=1.0.0', uploaded),
      at('of a version that is not there', 'see', 'POST', '/download?version=9.9.9', 404, {
        shows: () => 'no such version',
      }),
      {
        ...at('with a key that all share', 'see', 'POST', '/download', 200, { shows: its('slug') }),
        request: ({ slug }) => [
          `/v1/realms/${slug}/download`,
          { method: 'POST', headers: { 'idempotency-key': `for-${slug}` } },
        ],
      },
      at('with a key that is none', 'nobody', 'POST', '/download', 400, { headers: { 'idempotency-key': 'a b' } }),
    ],
  },
  'GET /v1/realms/:slug/downloads': {
    probes: [
      at('of all days', 'see', 'GET', '/downloads', 200, { shows: () => '"days":' }),
      at('of no day', 'see', 'GET', '/downloads?from=2020-01-01&to=2020-01-02', 200, { shows: () => '"total":0' }),
      at('by version', 'see', 'GET', '/downloads?by=version&interval=month', 200, { shows: () => '"days":' }),
      at('as CSV', 'see', 'GET', '/downloads?format=csv', 200, { shows: () => 'day,downloads' }),
      at('of a day that is none', 'nobody', 'GET', '/downloads?from=yesterday', 400),
      at('by HEAD', 'see', 'HEAD', '/downloads', 200),
      at('if they changed', 'see', 'GET', '/downloads', 304, { headers: { 'if-none-match': '*' } }),
    ],
  },
  'GET /giget/:file': {
    probes: [
      get('as a template', 'not private', ({ slug }) => `/giget/${slug}.json`, its('slug')),
      {
        ...get('by HEAD', 'not private', ({ slug }) => `/giget/${slug}.json`),
        request: ({ slug }) => [`/giget/${slug}.json`, { method: 'HEAD' }],
      },
      get('without .json', 'nobody', ({ slug }) => `/giget/${slug}`),
    ],
  },
  'GET /realms/:slug.md': { probes: [page('.md', () => 200, its('slug')), head(page('.md'))] },
  'GET /realms/:slug/og.png': { probes: [page('/og.png')] },
  'GET /realms/:slug': { probes: [page('', () => 200, its('slug')), head(page(''))] },
  'GET /realms/:slug/versions': { probes: [page('/versions', () => 200, its('slug'))] },
  'GET /realms/:slug/stats': { probes: [page('/stats', () => 200, its('slug'))] },
  'GET /realms/:slug/diff/:range': { probes: [page('/diff/1.0.0...1.0.0', uploaded)] },
  'GET /realms/:slug/files/:version': {
    probes: [page('/files/1.0.0', uploaded), page('/files/9.9.9', () => 404)],
  },
  'GET /realms/:slug/files/:version/*': {
    probes: [page('/files/1.0.0/README.md', uploaded), page('/files/1.0.0/nothing/here', () => 404)],
  },
  'GET /realms/:slug/raw/:version/*': {
    probes: [page('/raw/1.0.0/README.md', uploaded), head(page('/raw/1.0.0/README.md', uploaded))],
  },
  'GET /archives/:digest/:filename': { check: 'links' },
  'GET /v1/collections': { check: 'collections' },
  'POST /v1/collections': { check: 'curating' },
  'GET /v1/collections/:slug': { check: 'collections' },
  'PATCH /v1/collections/:slug': { check: 'curating' },
  'DELETE /v1/collections/:slug': { never: 'it takes the name of a collection, and answers without a body' },
  'GET /v1/stats': { check: 'statistics' },
  'GET /v1/users/:username': { check: 'statistics' },
  'GET /v1/me/realms': { check: 'lists' },
  'GET /v1/me/stars': { check: 'lists' },
  'GET /v1/stats/series': { check: 'statistics' },
  'GET /v1/audit': {
    probes: [
      get('about it', 'administer', ({ slug }) => `/v1/audit?subject=${slug}`, its('slug')),
      get(
        'about all',
        'administer',
        () => '/v1/audit?limit=100',
        () => '"realm.create"',
      ),
    ],
  },

  'POST /v1/auth/register': { never: 'it is about a new account' },
  'POST /v1/auth/login': { never: 'it is about an account' },
  'POST /v1/auth/refresh': { never: 'it is about a session' },
  'POST /v1/auth/logout': { never: 'it is about a session' },
  'GET /v1/me': { never: 'it is about the caller’s account, of which realms are no part' },
  'PATCH /v1/me': { never: 'it is about the caller’s account, of which realms are no part' },
  'GET /v1/me/sessions': { never: 'it is about the caller’s logins' },
  'DELETE /v1/me/sessions/:id': { never: 'it is about the caller’s logins' },
  'GET /v1/me/grants': { never: 'it is about the caller’s applications' },
  'DELETE /v1/me/grants/:id': { never: 'it is about the caller’s applications' },
  'GET /v1/keys': { never: 'it is about the caller’s keys' },
  'POST /v1/keys': { never: 'it is about the caller’s keys' },
  'DELETE /v1/keys/:id': { never: 'it is about the caller’s keys' },
  'GET /v1/oauth/clients': { never: 'it is about the caller’s clients' },
  'POST /v1/oauth/clients': { never: 'it is about the caller’s clients' },
  'PATCH /v1/oauth/clients/:id': { never: 'it is about the caller’s clients' },
  'POST /v1/oauth/clients/:id/secret': { never: 'it is about the caller’s clients' },
  'DELETE /v1/oauth/clients/:id': { never: 'it is about the caller’s clients' },
  'GET /v1/rate_limit': { never: 'it is about the caller’s requests' },

  'GET /': { never: 'it shows what an anonymous visitor may list' },
  'GET /realms': { never: 'it shows what an anonymous visitor may list' },
  'GET /@:username': { never: 'it shows what an anonymous visitor may list of an account' },
  'GET /collections': { never: 'it shows what an anonymous visitor may list' },
  'GET /collections/:slug': { never: 'it shows what an anonymous visitor may list of a collection' },
  'GET /stats': { never: 'it counts public realms alone' },
  'GET /suggest': { never: 'it has public realms alone; pages/pages.test.ts looks for others in it' },
  'GET /docs/counting': { never: 'it is a text' },
  'GET /docs/design': { never: 'it is made of invented realms' },
  'GET /assets/:hash/site.css': { never: 'it is a file of the program' },
  'GET /assets/:hash/site.js': { never: 'it is a file of the program' },
  'GET /assets/:hash/logo': { never: 'it is made from the settings' },
  'GET /favicon.svg': { never: 'it is made from the settings' },
  'GET /docs': { never: 'its example is what an anonymous caller gets in a list; pages/docs.test.ts looks for others' },
  'GET /docs/api/:chapter': {
    never: 'its examples begin with a list as anyone gets it; pages/docs.test.ts looks for others',
  },
  'GET /v1/openapi.json': { never: 'it is made from the contract, before any realm is read' },
  'GET /schemas/realm.json': { never: 'it is a part of the contract' },
  'GET /collections/:slug/og.png': { never: 'it shows what an anonymous caller gets of a collection' },
  'GET /sitemap.xml': { never: 'it names parts; pages/findable.test.ts looks for realms in it' },
  'GET /sitemaps/:file': { never: 'it has public realms alone; pages/findable.test.ts looks for others in it' },
  'GET /suggest/opensearch': { never: 'it has public realms alone; pages/findable.test.ts looks for others in it' },
  'GET /opensearch.xml': { never: 'it is made from the settings' },
  'GET /robots.txt': { never: 'it is made from the settings' },
  'GET /llms.txt': { never: 'it is made from the settings' },
  'GET /favicon.ico': { never: 'it is made from the settings' },
  'GET /apple-touch-icon.png': { never: 'it is made from the settings' },
  'GET /healthz': { never: 'it says that the process is there' },
  'GET /metrics': { never: 'it counts requests by route and status, whatever they named' },
  'GET /readyz': { never: 'it says whether the store answers' },

  'GET /oauth/authorize': { never: 'it is about accounts, clients and scopes' },
  'GET /oauth/authorize/:uid': { never: 'it is about accounts, clients and scopes' },
  'GET /oauth/device': { never: 'it is about accounts, clients and scopes' },
  'POST /oauth/device': { never: 'it is about accounts, clients and scopes' },
  'GET /oauth/device/:uid': { never: 'it is about accounts, clients and scopes' },
  'POST /oauth/device/authorize': { never: 'it is about accounts, clients and scopes' },
  'GET /oauth/interaction/:uid': { never: 'it is about accounts, clients and scopes' },
  'POST /oauth/interaction/:uid': { never: 'it is about accounts, clients and scopes' },
  'GET /oauth/sign-out': { never: 'it is about accounts, clients and scopes' },
  'POST /oauth/sign-out': { never: 'it is about accounts, clients and scopes' },
  'POST /oauth/token': { never: 'it is about accounts, clients and scopes' },
  'POST /oauth/revoke': { never: 'it is about accounts, clients and scopes' },
  'POST /oauth/introspect': { never: 'it is about accounts, clients and scopes' },
  'GET /oauth/jwks': { never: 'it has the public halves of keys' },
  'GET /.well-known/oauth-authorization-server': { never: 'it is made from the settings' },
  'GET /.well-known/oauth-protected-resource': { never: 'it is made from the settings' },
  'GET /.well-known/oauth-protected-resource/v1': { never: 'it is made from the settings' },
};

/** The rows of which a check holds. */
export function checkedBy(...checks: Check[]): [route: string, row: Row][] {
  return Object.entries(rows).filter(([, row]) => 'check' in row && checks.includes(row.check));
}

export function probesOf(route: string): Probe[] {
  const row = rows[route];
  return row && 'probes' in row ? row.probes : [];
}

/** The rows whose routes take a realm's name in their address. */
export const probed = Object.keys(rows).filter((route) => probesOf(route).length > 0);
