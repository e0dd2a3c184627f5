// Where a realm could show: every route of the server, with the requests that try it, or with the reason why it cannot.
import { operations, type OperationId, type OperationRow } from '@realm-catalog/contract';
import type { Target } from './answers.ts';
import { samples } from '../sample-requests/samples.ts';
import { BOUNDARY, fileForm } from '../support/web-session.ts';
import {
  administerInBrowser,
  changeInBrowser,
  head,
  ifUploaded,
  its,
  nobody,
  notPrivate,
  probeOf,
  probesOfOperation,
  see,
  seeInBrowser,
  type Check,
  type LeakRow,
  type Probe,
  type ProbeSample,
} from './probes.ts';

/** A page below the address of the realm. It shows what an anonymous visitor may see, or the account that is signed in. */
const page = (below: string, answers: ProbeSample['answers'] = 200, shows?: Probe['shows']) =>
  seeInBrowser(`as the page ${below}`, answers, { path: ({ slug }) => `/realms/${slug}${below}`, shows });
const preview = (how: string, below: string, answers: ProbeSample['answers'], headers = {}) =>
  notPrivate(how, answers, { path: ({ slug }) => `/preview/${slug}/1.0.0${below}`, headers });
/** A form of a page, which a page of this catalog has sent. */
const form = (below: string, answers: ProbeSample['answers']) =>
  seeInBrowser(`by the form ${below}`, answers, {
    path: ({ slug }) => `/realms/${slug}${below}`,
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
  });
/** Whoever is not signed in is led to the sign-in, whatever realm they name. */
const star = seeInBrowser('by the form of a star', 204, {
  path: ({ slug }) => `/realms/${slug}/star`,
  method: 'POST',
  headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
  body: 'star=no&script=yes',
  needsViewer: true,
});
/** A page on which the realm is managed, and a form of it: everyone else than its owner and administrators gets what the API answers. */
const manage = (below: string, answers: ProbeSample['answers'] = 200, shows?: Probe['shows']) =>
  changeInBrowser(`as the page ${below}`, answers, { path: ({ slug }) => `/realms/${slug}${below}`, shows });
const manageForm = (below: string, answers: ProbeSample['answers'], body = '', destroys = false) =>
  changeInBrowser(`by the form ${below}`, answers, {
    path: ({ slug }) => `/realms/${slug}${below}`,
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    body,
    ...(destroys && { destroys }),
  });
const emptyUpload = changeInBrowser('by a form without a file', 422, {
  path: ({ slug }) => `/realms/${slug}/upload`,
  method: 'POST',
  headers: { 'sec-fetch-site': 'same-origin', 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  body: fileForm('', '').toString(),
});
const template = notPrivate('as a template', 200, { path: ({ slug }) => `/giget/${slug}.json`, shows: its('slug') });

const pictureOf =
  (name: string) =>
  ({ id, version }: Target) =>
    `/pictures/${id}/${version || '1.0.0'}/${name}.webp`;
const ifIllustrated = ({ version, isIllustrated }: Target) => (version !== '' && isIllustrated ? 200 : 404);
const cover = notPrivate('as its cover', ifIllustrated, {
  path: pictureOf('1-480'),
  shows: (target) => (ifIllustrated(target) === 200 ? 'WEBP' : 'no such picture'),
});
const madeUp = (target: Target) => `${pictureOf('1-480')(target)}?expires=99999999999&key=a&signature=b`;

/** A query for it by its slug, and for all that a query tells of it by the way. */
const realmQuery = ({ slug }: Target) =>
  `{ realm(slug: "${slug}") { id slug name longDescription author { username } } again: realm(slug: "${slug}") { size } }`;
const graphql = see('by a query', 200, {
  path: () => '/v1/api/graphql',
  method: 'POST',
  body: (target: Target) => ({ query: realmQuery(target) }),
  shows: its('id'),
  isGraphql: true,
});
const graphqlGet = see('by a query', 200, {
  path: (target) => `/v1/graphql?${new URLSearchParams({ query: realmQuery(target) }).toString()}`,
  shows: its('id'),
  isGraphql: true,
});

/** The routes that are no operations. */
const otherRoutes: Record<string, LeakRow<ProbeSample>> = {
  'GET /giget/:file': {
    probes: [template, head(template), nobody('without .json', 404, { path: ({ slug }) => `/giget/${slug}` })],
  },
  'GET /v1/graphql': { probes: [graphqlGet] },
  'POST /v1/graphql': { probes: [graphql] },
  'GET /v1/graphql/schema.graphql': { never: 'it is made from the contract' },
  'GET /realms/:slug.md': { probes: [page('.md', 200, its('slug')), head(page('.md'))] },
  'GET /realms/:slug/og.png': { probes: [page('/og.png')] },
  'GET /realms/:slug': { probes: [page('', 200, its('slug')), head(page(''))] },
  'GET /realms/:slug/versions': { probes: [page('/versions', 200, its('slug'))] },
  'GET /realms/:slug/versions/:version': {
    probes: [page('/versions/1.0.0', ifUploaded), page('/versions/9.9.9', 404)],
  },
  'GET /realms/:slug/find/:version': { probes: [page('/find/1.0.0', ifUploaded), page('/find/9.9.9', 404)] },
  'GET /realms/:slug/stats': {
    probes: [
      page('/stats', 200, its('slug')),
      page('/stats?by=week&version=0.0.0', 200),
      page('/stats?version=9.9.9', 404),
    ],
  },
  'GET /realms/:slug/stats.csv': { probes: [page('/stats.csv?by=month'), head(page('/stats.csv'))] },
  'GET /realms/:slug/preview': { probes: [page('/preview', ifIllustrated)] },
  'GET /preview/:slug/:version': {
    probes: [preview('as its preview, without a slash', '', (target) => (ifIllustrated(target) === 200 ? 302 : 404))],
  },
  'GET /preview/:slug/:version/*': {
    probes: [
      preview('as its preview', '/index.html', ifIllustrated),
      head(preview('as its preview', '/index.html', ifIllustrated)),
      preview('as the page around its preview', '/', ifIllustrated, { 'sec-fetch-dest': 'document' }),
      nobody('as its preview, with a signature that was made up', 404, {
        path: ({ slug }) => `/preview/${slug}/1.0.0~99999999999.a.b/index.html`,
      }),
    ],
  },
  'GET /realms/:slug/diff/:range': { probes: [page('/diff/1.0.0...1.0.0', ifUploaded)] },
  'GET /realms/:slug/files/:version': { probes: [page('/files/1.0.0', ifUploaded), page('/files/9.9.9', 404)] },
  'GET /realms/:slug/files/:version/*': {
    probes: [page('/files/1.0.0/README.md', ifUploaded), page('/files/1.0.0/nothing/here', 404)],
  },
  'GET /realms/:slug/raw/:version/*': {
    probes: [page('/raw/1.0.0/README.md', ifUploaded), head(page('/raw/1.0.0/README.md', ifUploaded))],
  },
  'POST /realms/:slug/download': { probes: [form('/download', 303)] },
  'POST /realms/:slug/versions/:version/download': {
    probes: [
      form('/versions/1.0.0/download', ({ version }) => (version === '' ? 404 : 303)),
      form('/versions/9.9.9/download', 404),
    ],
  },
  'POST /realms/:slug/star': { probes: [star] },
  'GET /realms/:slug/upload': { probes: [manage('/upload', 200, its('slug')), head(manage('/upload'))] },
  'GET /realms/:slug/edit': { probes: [manage('/edit', 200, its('slug'))] },
  'GET /realms/:slug/settings': { probes: [manage('/settings', 200, its('slug'))] },
  'GET /realms/:slug/versions/:version/yank': {
    probes: [manage('/versions/1.0.0/yank', ifUploaded), manage('/versions/9.9.9/yank', 404)],
  },
  'POST /realms/:slug/upload': { probes: [emptyUpload] },
  'POST /realms/:slug/edit': { probes: [manageForm('/edit', 400)] },
  'POST /realms/:slug/rename': { probes: [manageForm('/rename', 400)] },
  'POST /realms/:slug/deprecate': { probes: [manageForm('/deprecate', 400, 'successor=qqqqqqqq')] },
  'POST /realms/:slug/delete': { probes: [manageForm('/delete', 400)] },
  'POST /realms/:slug/versions/:version/yank': { probes: [manageForm('/versions/9.9.9/yank', 404, 'reason=a')] },
  'GET /archives/:digest/:filename': { check: 'links' },
  'GET /pictures/:realm/:version/:name': {
    probes: [
      cover,
      head(cover),
      nobody('as a picture that it has not', 404, { path: pictureOf('2-480') }),
      notPrivate('as its cover, with a signature that was made up', ifIllustrated, { path: madeUp }),
    ],
  },

  'GET /avatars/:file': { never: 'it is the picture of an account' },

  'GET /': { check: 'pages' },
  'GET /realms': { check: 'pages' },
  'GET /@:username': { check: 'pages' },
  'GET /collections': { check: 'pages' },
  'GET /collections/:slug': { check: 'pages' },
  'GET /publish': { never: 'it has the form of a new realm, and the categories of public ones' },
  'POST /publish': { check: 'creating' },
  'GET /publish/slug': { check: 'creating' },
  'GET /me': { check: 'pages' },
  'GET /me/stars': { check: 'pages' },
  'GET /admin': { never: 'it is about accounts' },
  'POST /admin': { never: 'it is about accounts' },
  'GET /admin/realms': {
    probes: [
      administerInBrowser('by its slug', 200, {
        path: ({ slug }) => `/admin/realms?slug=${slug}`,
        shows: () => 'Feature',
      }),
    ],
  },
  'POST /admin/realms': { never: 'it changes a realm as the API does, and takes the name in its body' },
  'GET /admin/storage': { never: 'it sums up accounts' },
  'GET /admin/audit': {
    probes: [
      administerInBrowser('about it', 200, { path: ({ slug }) => `/admin/audit?subject=${slug}`, shows: its('slug') }),
    ],
  },
  'GET /curate': {
    never: 'it is for curators, and shows what they may list; pages/curate-pages.test.ts asks as others',
  },
  'POST /curate': { never: 'it makes a collection without realms' },
  'GET /curate/:slug': { never: 'it shows what its curator may list; pages/curate-pages.test.ts asks as others' },
  'POST /curate/:slug': { never: 'it changes a collection as the API does' },
  'GET /sign-in': { never: 'it is about accounts' },
  'GET /sign-up': { never: 'it is about accounts' },
  'GET /sign-out': { never: 'it is about accounts' },
  'POST /sign-in': { never: 'it is about accounts' },
  'POST /sign-up': { never: 'it is about accounts' },
  'POST /sign-out': { never: 'it is about accounts' },
  'GET /settings': { never: 'it is about the account of whoever asks' },
  'POST /settings': { never: 'it is about the account of whoever asks' },
  'POST /settings/avatar': { never: 'it is about the account of whoever asks' },
  'POST /settings/avatar/remove': { never: 'it is about the account of whoever asks' },
  'GET /settings/password': { never: 'it is about the account of whoever asks' },
  'POST /settings/password': { never: 'it is about the account of whoever asks' },
  'GET /settings/second-factors': { never: 'it is about the account of whoever asks' },
  'POST /settings/second-factors/app': { never: 'it is about the account of whoever asks' },
  'POST /settings/second-factors/app/confirm': { never: 'it is about the account of whoever asks' },
  'POST /settings/second-factors/app/remove': { never: 'it is about the account of whoever asks' },
  'POST /settings/second-factors/codes': { never: 'it is about the account of whoever asks' },
  'POST /settings/second-factors/codes/confirm': { never: 'it is about the account of whoever asks' },
  'POST /settings/second-factors/passkeys': { never: 'it is about the account of whoever asks' },
  'POST /settings/second-factors/passkeys/add': { never: 'it is about the account of whoever asks' },
  'POST /settings/second-factors/passkeys/remove': { never: 'it is about the account of whoever asks' },
  'GET /settings/mail': { never: 'it is about the account of whoever asks' },
  'POST /settings/mail': { never: 'it is about the account of whoever asks' },
  'POST /settings/mail/verify': { never: 'it is about the account of whoever asks' },
  'GET /settings/identities': { never: 'it is about the account of whoever asks' },
  'POST /settings/identities/unlink': { never: 'it is about the account of whoever asks' },
  'POST /sign-in/second-step': { never: 'it is about an account' },
  'POST /sign-in/passkey': { never: 'it is about an account' },
  'GET /sign-in/provider': { never: 'it is about an account' },
  'GET /sign-in/provider/callback': { never: 'it is about an account' },
  'GET /forgot-password': { never: 'it is about an account' },
  'POST /forgot-password': { never: 'it is about an account' },
  'GET /reset-password': { never: 'it is about an account' },
  'POST /reset-password': { never: 'it is about an account' },
  'GET /verify-email': { never: 'it is about an account' },
  'POST /verify-email': { never: 'it is about an account' },
  'GET /settings/sessions': { never: 'it is about the account of whoever asks' },
  'POST /settings/sessions': { never: 'it is about the account of whoever asks' },
  'GET /settings/applications': { never: 'it is about the account of whoever asks' },
  'POST /settings/applications': { never: 'it is about the account of whoever asks' },
  'GET /settings/applications/new': { never: 'it is about the account of whoever asks' },
  'POST /settings/applications/new': { never: 'it is about the account of whoever asks' },
  'GET /settings/applications/:id': { never: 'it is about the account of whoever asks' },
  'POST /settings/applications/:id': { never: 'it is about the account of whoever asks' },
  'POST /settings/applications/:id/secret': { never: 'it is about the account of whoever asks' },
  'POST /settings/applications/:id/remove': { never: 'it is about the account of whoever asks' },
  'GET /settings/keys': { never: 'it is about the account of whoever asks' },
  'POST /settings/keys': { never: 'it is about the account of whoever asks' },
  'POST /settings/keys/revoke': { never: 'it is about the account of whoever asks' },
  'GET /settings/data': { never: 'it is about the account of whoever asks' },
  'GET /settings/data.json': { check: 'pages' },
  'GET /settings/delete': { check: 'pages' },
  'POST /settings/delete': { never: 'it is about the account of whoever asks' },
  'GET /tags': { never: 'it counts public realms alone' },
  'GET /categories': { never: 'it counts public realms alone' },
  'GET /stats': { never: 'it counts public realms alone' },
  'GET /suggest': { check: 'lists' },
  'GET /docs/graphql': {
    never: 'it is made from the contract; its example is what an anonymous caller gets in a list',
  },
  'GET /docs/cli': { never: 'it is made from the settings and the program' },
  'GET /cli/:version/realm.tgz': { never: 'it is made from the program' },
  'GET /cli/realm.tgz': { never: 'it is made from the program' },
  'GET /clients/typescript/:version/realm-catalog-client.tgz': { never: 'it is made from the program' },
  'GET /clients/typescript/realm-catalog-client.tgz': { never: 'it is made from the program' },
  'GET /docs/clients': { never: 'it is made from the settings and the program' },
  'GET /clients/python/:file': { never: 'it is made from the program' },
  'GET /clients/python/simple/:project': { never: 'it is made from the program' },
  'GET /clients/go/realm-catalog.invalid/client/@v/list': { never: 'it is made from the program' },
  'GET /clients/go/realm-catalog.invalid/client/@v/:file': { never: 'it is made from the program' },
  'GET /clients/go/realm-catalog.invalid/client/@latest': { never: 'it is made from the program' },
  'GET /docs/counting': { never: 'it is a text' },
  'GET /docs/design': { never: 'it is made of invented realms' },
  'GET /assets/:hash/site.css': { never: 'it is a file of the program' },
  'GET /assets/:hash/account.css': { never: 'it is a file of the program' },
  'GET /assets/:hash/maker.css': { never: 'it is a file of the program' },
  'GET /assets/:hash/publish.js': { never: 'it is a file of the program' },
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
  'POST /oauth/token': { never: 'it is about accounts, clients and scopes' },
  'POST /oauth/revoke': { never: 'it is about accounts, clients and scopes' },
  'POST /oauth/introspect': { never: 'it is about accounts, clients and scopes' },
  'GET /oauth/jwks': { never: 'it has the public halves of keys' },
  'GET /.well-known/oauth-authorization-server': { never: 'it is made from the settings' },
  'GET /.well-known/oauth-protected-resource': { never: 'it is made from the settings' },
  'GET /.well-known/oauth-protected-resource/v1': { never: 'it is made from the settings' },
};

/** Every route, as `GET /v1/realms/:slug`. */
export const rows: Record<string, LeakRow<Probe>> = Object.fromEntries([
  ...Object.entries(samples).map(([id, { leaks }]) => {
    const operation: OperationRow = operations[id as OperationId];
    const path = operation.path.replaceAll(/\{(\w+)(?:\.\.\.)?\}/g, ':$1');
    return [`${operation.method} /v1${path}`, withProbes(leaks, (probes) => probesOfOperation(operation, probes))];
  }),
  ...Object.entries(otherRoutes).map(([route, row]) => [
    route,
    withProbes(row, (probes) => probes.map((sample) => probeOf(sample))),
  ]),
]) as Record<string, LeakRow<Probe>>;

function withProbes(row: LeakRow<ProbeSample>, toProbes: (samples: ProbeSample[]) => Probe[]): LeakRow<Probe> {
  return 'probes' in row ? { probes: toProbes(row.probes) } : row;
}

/** The rows of which a check holds. */
export function checkedBy(...checks: Check[]): [route: string, row: LeakRow<Probe>][] {
  return Object.entries(rows).filter(([, row]) => 'check' in row && checks.includes(row.check));
}

export function probesOf(route: string): Probe[] {
  const row = rows[route];
  return row && 'probes' in row ? row.probes : [];
}

/** The rows whose routes take a realm's name in their address. */
export const probed = Object.keys(rows).filter((route) => probesOf(route).length > 0);
