// What the route table does not say of a route: other requests than the plain one, what they show, and which routes show many realms.
import { BOUNDARY, fileForm, ownForm } from '../support/web-session.ts';
import type { Target } from './answers.ts';
import type { Rule } from './rules.ts';

/** A request for a realm, as a table says it. What it leaves out is as the route says. */
export interface Variant {
  /** In which way it differs from the plain request. */
  how?: string;
  rule?: Rule;
  /** The status for those to whom it shows the realm. */
  answers?: number | ((target: Target) => number);
  /** What the answer to them has. */
  shows?: string | ((target: Target) => string);
  /** Another address than that of the route. */
  path?: (target: Target) => string;
  /** Other parameters than those of the realm. */
  params?: Record<string, string>;
  /** What follows the address. */
  after?: string | ((target: Target) => string);
  method?: string;
  headers?: Record<string, string> | ((target: Target) => Record<string, string>);
  /** A text is sent as it is. */
  body?: unknown;
}

/** The status of what only realms with an upload have. */
export const ifUploaded = ({ version }: Target): number => (version === '' ? 404 : 200);

const its = (name: 'slug' | 'id' | 'digest') => (target: Target) => target[name];
const noVersion = 'no such version';
const fileOrNone = ({ version }: Target) => (version === '' ? noVersion : 'no such file');
const ifIllustrated = ({ version, isIllustrated }: Target) => (version !== '' && isIllustrated ? 200 : 404);
const percent = (text: string) =>
  text.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

const form = (body: string): Variant[] => [{ answers: 400, body }];
const otherVersion: Variant = { how: 'of a version that is not there', params: { version: '9.9.9' }, answers: 404 };
const otherPath: Variant = { how: 'that is not there', params: { path: 'nothing/here' }, answers: 404 };
const keyed = (key: string) => ({ 'idempotency-key': key });

/** A query for a realm by its slug, and for all that a query tells of it by the way. */
const query = ({ slug }: Target) =>
  `{ realm(slug: "${slug}") { id slug name longDescription author { username } } again: realm(slug: "${slug}") { size } }`;

/** The requests of a route, beginning with its plain one. */
export const exceptions: Record<string, Variant[]> = {
  'GET /v1/realms/:slug': [
    { shows: its('id') },
    { how: 'in the reference spelling', path: ({ slug }) => `/v1/api/realms/${slug}`, shows: its('id') },
    { how: 'with a slash at the end', after: '/', shows: its('id') },
    { how: 'with a query that means nothing', after: '?version=1.0.0&visibility=private', shows: its('id') },
    {
      how: 'with a letter encoded',
      path: ({ slug }) => `/v1/realms/${percent(slug[0] ?? '')}${slug.slice(1)}`,
      shows: its('id'),
    },
    { how: 'with all letters encoded', path: ({ slug }) => `/v1/realms/${percent(slug)}`, shows: its('id') },
    { how: 'with the ETag of those who see it', answers: 304, headers: ({ etag }) => ({ 'if-none-match': etag }) },
    {
      how: 'with a letter encoded twice',
      rule: 'none',
      path: ({ slug }) => `/v1/realms/%25${percent(slug).slice(1)}`,
    },
    { how: 'in upper case', rule: 'none', path: ({ slug }) => `/v1/realms/${slug.toUpperCase()}` },
    { how: 'with a blank behind it', rule: 'none', after: '%20' },
    { how: 'with a NUL behind it', rule: 'none', after: '%00' },
    { how: 'with a wildcard', rule: 'none', path: ({ slug }) => `/v1/realms/${slug.slice(0, -1)}%25` },
    { how: 'by its id', rule: 'none', path: ({ id }) => `/v1/realms/${id}` },
    { how: 'below it, where nothing is', rule: 'none', after: '/nothing' },
    { how: 'by another method', rule: 'none', method: 'PURGE' },
  ],
  'PATCH /v1/realms/:slug': [
    { body: { license: 'MIT' }, shows: its('id') },
    { how: 'with nothing', body: {}, shows: its('id') },
    { how: 'with a change that is not valid', rule: 'none', body: { name: '', visibility: 'secret' } },
    { how: 'with a body that cannot be read', rule: 'none', body: '{' },
  ],
  'PUT /v1/realms/:slug/star': [{ rule: 'star' }],
  'DELETE /v1/realms/:slug/star': [{ rule: 'star' }],
  'GET /v1/realms/:slug/star': [{ answers: 404, shows: 'You have not starred' }],
  'POST /v1/realms/:slug/download': [
    { shows: its('slug') },
    { how: 'of a version', after: '?version=1.0.0', answers: ifUploaded },
    { how: 'of a version that is not there', after: '?version=9.9.9', answers: 404, shows: noVersion },
    { how: 'with a key that all share', headers: ({ slug }) => keyed(`for-${slug}`), shows: its('slug') },
    { how: 'with a key that is none', rule: 'none', headers: keyed('a b') },
  ],
  'GET /v1/realms/:slug/downloads': [
    { shows: '"days":' },
    { how: 'of no day', after: '?from=2020-01-01&to=2020-01-02', shows: '"total":0' },
    { how: 'by version', after: '?by=version&interval=month', shows: '"days":' },
    { how: 'as CSV', after: '?format=csv', shows: 'day,downloads' },
    { how: 'of a day that is none', rule: 'none', after: '?from=yesterday' },
  ],
  'GET /v1/realms/:slug/versions': [{ shows: ({ version, digest }) => (version === '' ? '[]' : digest) }],
  'POST /v1/realms/:slug/versions': [{ shows: its('slug') }],
  'PUT /v1/realms/:slug/upload': [{ how: 'without its token', headers: { 'content-type': 'application/gzip' } }],
  'GET /v1/realms/:slug/versions/:version': [
    { shows: ({ version }) => (version === '' ? noVersion : 'Hidden Cove') },
    { ...otherVersion, shows: noVersion },
    { how: 'of the version that is generated', params: { version: '0.0.0' }, answers: 404, shows: noVersion },
  ],
  'PATCH /v1/realms/:slug/versions/:version': [
    { body: { yanked: false } },
    { ...otherVersion, body: { yanked: true } },
    { how: 'without saying what', rule: 'none', body: {} },
  ],
  'GET /v1/realms/:slug/versions/:version/files': [
    { shows: ({ version }) => (version === '' ? noVersion : '"files":') },
    { how: 'some', after: '?prefix=x&limit=1' },
    { ...otherVersion, shows: noVersion },
    { how: 'with a limit that is none', rule: 'none', after: '?limit=0' },
  ],
  'GET /v1/realms/:slug/versions/:version/files/:path': [
    {},
    { ...otherPath, shows: fileOrNone },
    { ...otherVersion, shows: noVersion },
    { ...otherPath, how: 'with an ETag that fits anything', shows: fileOrNone, headers: { 'if-none-match': '*' } },
  ],
  'GET /v1/realms/:slug/diff': [
    { after: '?from=1.0.0&to=1.0.0', answers: ifUploaded },
    { how: 'with a version that is not there', after: '?from=1.0.0&to=9.9.9', answers: 404, shows: 'version' },
    { how: 'of one version', rule: 'none', after: '?from=1.0.0' },
  ],
  'GET /v1/admin/realms': [{ shows: '"realms":[' }],
  'PATCH /v1/admin/realms/:slug': [
    { body: {}, shows: its('slug') },
    { how: 'without a reason', body: { quarantined: true }, answers: 400 },
  ],
  'GET /v1/audit': [
    { after: ({ slug }) => `?subject=${slug}`, shows: its('slug') },
    { how: 'about all', after: '?limit=100', shows: '"realm.create"' },
  ],
  'GET /v1/graphql': [
    {
      rule: 'read',
      after: (target) => `?${new URLSearchParams({ query: query(target) }).toString()}`,
      shows: its('id'),
    },
  ],
  'POST /v1/graphql': [
    {
      rule: 'read',
      answers: 200,
      path: () => '/v1/api/graphql',
      body: (target: Target) => ({ query: query(target) }),
      shows: its('id'),
    },
  ],

  'GET /giget/:file': [
    { params: {}, path: ({ slug }) => `/giget/${slug}.json`, shows: its('slug') },
    { how: 'without .json', rule: 'none', path: ({ slug }) => `/giget/${slug}` },
  ],
  'GET /pictures/:realm/:version/:name': [
    {
      answers: ifIllustrated,
      shows: (target) => (ifIllustrated(target) === 200 ? 'WEBP' : 'This picture does not exist'),
    },
    { how: 'that it has not', rule: 'none', params: { name: '2-480.webp' } },
    {
      how: 'with a signature that was made up',
      after: '?expires=99999999999&key=a&signature=b',
      answers: ifIllustrated,
    },
  ],
  'GET /preview/:slug/:version': [{ rule: 'file', answers: (target) => (ifIllustrated(target) === 200 ? 302 : 404) }],
  'GET /preview/:slug/:version/:path': [
    { rule: 'file', params: { path: 'index.html' }, answers: ifIllustrated },
    {
      how: 'as the page around it',
      rule: 'file',
      params: { path: '' },
      headers: { 'sec-fetch-dest': 'document' },
      answers: ifIllustrated,
    },
    {
      how: 'with a signature that was made up',
      rule: 'none',
      params: { version: '1.0.0~99999999999.a.b', path: 'index.html' },
    },
  ],

  'GET /realms/:slug.md': [{ shows: its('slug') }],
  'GET /realms/:slug': [{ shows: its('slug') }],
  'GET /realms/:slug/versions': [{ shows: its('slug') }],
  'GET /realms/:slug/versions/:version': [{}, otherVersion],
  'GET /realms/:slug/find/:version': [{}, otherVersion],
  'GET /realms/:slug/stats': [
    { shows: its('slug') },
    { how: 'of a version', after: '?by=week&version=0.0.0' },
    { how: 'of a version that is not there', after: '?version=9.9.9', answers: 404 },
  ],
  'GET /realms/:slug/stats.csv': [{}, { how: 'by month', after: '?by=month' }],
  'GET /realms/:slug/preview': [{ answers: ifIllustrated }],
  'GET /realms/:slug/diff/:range': [{ answers: ifUploaded }],
  'GET /realms/:slug/files/:version': [{}, otherVersion],
  'GET /realms/:slug/files/:version/:path': [{}, otherPath],
  'POST /realms/:slug/download': [{ answers: 303 }],
  'POST /realms/:slug/versions/:version/download': [
    { answers: ({ version }) => (version === '' ? 404 : 303) },
    otherVersion,
  ],
  'POST /realms/:slug/star': [{ rule: 'starOnPage', answers: 204, body: 'star=no&script=yes' }],
  'GET /realms/:slug/upload': [{ shows: its('slug') }],
  'GET /realms/:slug/edit': [{ shows: its('slug') }],
  'GET /realms/:slug/settings': [{ shows: its('slug') }],
  'GET /realms/:slug/versions/:version/yank': [{}, otherVersion],
  'POST /realms/:slug/upload': [
    {
      how: 'without a file',
      answers: 422,
      headers: { ...ownForm, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: fileForm('', '').toString(),
    },
  ],
  'POST /realms/:slug/edit': form(''),
  'POST /realms/:slug/rename': form(''),
  'POST /realms/:slug/deprecate': form('successor=qqqqqqqq'),
  'POST /realms/:slug/delete': form(''),
  'POST /realms/:slug/versions/:version/yank': [{ ...otherVersion, body: 'reason=a' }],
  'GET /admin/realms': [{ after: ({ slug }) => `?slug=${slug}`, shows: 'Feature' }],
  'GET /admin/audit': [{ after: ({ slug }) => `?subject=${slug}`, shows: its('slug') }],
};

/** Which test compares what a route shows of many realms with what its caller may see. All other routes show nothing of a private realm. */
export const checkedRoutes: Record<'leaks.test.ts' | 'lists.test.ts', string[]> = {
  'leaks.test.ts': [
    'GET /archives/:digest/:filename',
    'POST /v1/realms',
    'POST /publish',
    'GET /publish/slug',
    'POST /v1/collections',
    'PATCH /v1/collections/:slug',
  ],
  'lists.test.ts': [
    'GET /v1/realms',
    'GET /v1/tags',
    'GET /v1/categories',
    'GET /v1/suggest',
    'GET /v1/me/realms',
    'GET /v1/me/stars',
    'GET /v1/me/data',
    'GET /v1/collections',
    'GET /v1/collections/:slug',
    'GET /v1/stats',
    'GET /v1/stats/series',
    'GET /v1/users/:username',
    'GET /suggest',
    'GET /',
    'GET /realms',
    'GET /@:username',
    'GET /collections',
    'GET /collections/:slug',
    'GET /me',
    'GET /me/stars',
    'GET /settings/data.json',
    'GET /settings/delete',
  ],
};
