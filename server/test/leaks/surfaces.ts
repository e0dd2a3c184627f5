// Where a realm could show: every route of the server, with the requests that try it, or with the reason why it cannot.
import { operations, type OperationId, type OperationRow } from '@realm-catalog/contract';
import type { Target } from './answers.ts';
import { samples } from '../samples/samples.ts';
import {
  head,
  ifUploaded,
  its,
  nobody,
  notPrivate,
  probeOf,
  probesOfOperation,
  type Check,
  type LeakRow,
  type Probe,
  type ProbeSample,
} from './probes.ts';

/** A page below the address of the realm. Whoever asks, it shows what an anonymous visitor may see. */
const page = (below: string, answers: ProbeSample['answers'] = 200, shows?: Probe['shows']) =>
  notPrivate(`as the page ${below}`, answers, { path: ({ slug }) => `/realms/${slug}${below}`, shows });
const preview = (how: string, below: string, answers: ProbeSample['answers'], headers = {}) =>
  notPrivate(how, answers, { path: ({ slug }) => `/preview/${slug}/1.0.0${below}`, headers });
/** A form of a page, which a page of this catalog has sent. */
const form = (below: string, answers: ProbeSample['answers']) =>
  notPrivate(`by the form ${below}`, answers, {
    path: ({ slug }) => `/realms/${slug}${below}`,
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
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

/** The routes that are no operations. */
const otherRoutes: Record<string, LeakRow<ProbeSample>> = {
  'GET /giget/:file': {
    probes: [template, head(template), nobody('without .json', 404, { path: ({ slug }) => `/giget/${slug}` })],
  },
  'GET /realms/:slug.md': { probes: [page('.md', 200, its('slug')), head(page('.md'))] },
  'GET /realms/:slug/og.png': { probes: [page('/og.png')] },
  'GET /realms/:slug': { probes: [page('', 200, its('slug')), head(page(''))] },
  'GET /realms/:slug/versions': { probes: [page('/versions', 200, its('slug'))] },
  'GET /realms/:slug/versions/:version': {
    probes: [page('/versions/1.0.0', ifUploaded), page('/versions/9.9.9', 404)],
  },
  'GET /realms/:slug/find/:version': { probes: [page('/find/1.0.0', ifUploaded), page('/find/9.9.9', 404)] },
  'GET /realms/:slug/stats': { probes: [page('/stats', 200, its('slug'))] },
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
  'GET /archives/:digest/:filename': { check: 'links' },
  'GET /pictures/:realm/:version/:name': {
    probes: [
      cover,
      head(cover),
      nobody('as a picture that it has not', 404, { path: pictureOf('2-480') }),
      notPrivate('as its cover, with a signature that was made up', ifIllustrated, { path: madeUp }),
    ],
  },

  'GET /': { never: 'it shows what an anonymous visitor may list' },
  'GET /realms': { never: 'it shows what an anonymous visitor may list' },
  'GET /@:username': { never: 'it shows what an anonymous visitor may list of an account' },
  'GET /collections': { never: 'it shows what an anonymous visitor may list' },
  'GET /collections/:slug': { never: 'it shows what an anonymous visitor may list of a collection' },
  'GET /tags': { never: 'it counts public realms alone' },
  'GET /categories': { never: 'it counts public realms alone' },
  'GET /stats': { never: 'it counts public realms alone' },
  'GET /suggest': { check: 'lists' },
  'GET /docs/cli': { never: 'it is made from the settings and the program' },
  'GET /cli/:version/realm.tgz': { never: 'it is made from the program' },
  'GET /cli/realm.tgz': { never: 'it is made from the program' },
  'GET /clients/typescript/:version/realm-catalog-client.tgz': { never: 'it is made from the program' },
  'GET /clients/typescript/realm-catalog-client.tgz': { never: 'it is made from the program' },
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
