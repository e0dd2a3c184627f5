// The requests that name a realm, made from the route table: what the contract and the table of pages say of a route, and what exceptions.ts adds.
import { operations, specifications, type OperationId, type OperationRow } from '@realm-catalog/contract';
import { forms, pages, type FormRow, type PageRow } from '../../src/pages/table.ts';
import type { TestCatalog } from '../support/harness.ts';
import { ownForm } from '../support/web-session.ts';
import type { Target } from './answers.ts';
import { exceptions, ifUploaded, type Variant } from './exceptions.ts';
import { addressOf, namesRealm, routesOf } from './routes.ts';
import type { Rule } from './rules.ts';

/** One way to ask for a realm by its name. */
export interface RealmRequest {
  how: string;
  rule: Rule;
  of(target: Target): [path: string, init: RequestInit];
  /** Undefined where nothing says it. */
  answers(target: Target): number | undefined;
  shows(target: Target): string;
  /** The realm is gone afterwards. */
  destroys: boolean;
}

/** The requests of every route that names a realm: a new route is asked without a line anywhere. */
export function realmRequests(catalog: TestCatalog): Map<string, RealmRequest[]> {
  const named = routesOf(catalog).filter((route) => namesRealm(route) || route in exceptions);
  return new Map(named.map((route) => [route, requestsOf(route, exceptions[route] ?? [{}])]));
}

/** The first one of a read is also sent by HEAD, and that of an operation as a question for changes. */
function requestsOf(route: string, variants: Variant[]): RealmRequest[] {
  const plain = plainRequest(route);
  const all = variants.map((variant): Variant => ({ ...plain, ...variant }));
  const [first] = all;
  const isRead = route.startsWith('GET ') && !isGraphql(route);
  if (first && isRead) all.push(byHead(first));
  if (first && isRead && operationsByRoute.has(route)) all.push(ifChanged(first));
  return all.map((variant) => requestOf(route, variant));
}

function byHead({ shows: _shows, how = '', ...variant }: Variant): Variant {
  return { ...variant, how: `${how} by HEAD`, method: 'HEAD' };
}

function ifChanged({ shows: _shows, how = '', answers = 200, ...variant }: Variant): Variant {
  const status = (target: Target) => valueFor(answers, target);
  return {
    ...variant,
    how: `${how} if it changed`,
    headers: { 'if-none-match': '*' },
    answers: (target) => (status(target) === 200 ? 304 : status(target)),
  };
}

function requestOf(route: string, variant: Variant): RealmRequest {
  const { how = '', rule = 'file', answers, shows = '', path, params, after = '', headers = {}, body } = variant;
  const [ofRoute = ''] = route.split(' ');
  const { method = ofRoute } = variant;
  const type = body !== undefined && { 'content-type': 'application/json' };
  return {
    how,
    rule,
    of: (target) => [
      (path?.(target) ?? addressOf(route, target, params)) + valueFor(after, target),
      {
        method,
        headers: { ...type, ...valueFor(headers, target) },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(valueFor(body, target)) }),
      },
    ],
    answers: (target) => valueFor(answers, target),
    shows: (target) => valueFor(shows, target),
    destroys: method === 'DELETE' && route.endsWith('/:slug'),
  };
}

const valueFor = <Value>(value: Value | ((target: Target) => Value), target: Target): Value =>
  typeof value === 'function' ? (value as (target: Target) => Value)(target) : value;

export const isGraphql = (path: string): boolean => path.includes('/graphql');

const routeOf = (method: string, path: string) => `${method} ${path.replace('*', ':path')}`;

const operationsByRoute = new Map(
  Object.entries<OperationRow>(operations).map(([id, operation]) => {
    const path = operation.path.replaceAll(/\{(\w+)(?:\.\.\.)?\}/g, ':$1');
    return [routeOf(operation.method, `/v1${path}`), { id: id as OperationId, operation }];
  }),
);
const pagesByRoute = new Map(Object.values<PageRow>(pages).map((page) => [routeOf('GET', page.path), page]));
const formsByRoute = new Map(Object.values<FormRow>(forms).map((form) => [routeOf('POST', form.path), form]));

/** What the contract and the table of pages say. A route that neither of them has reads no credential. */
function plainRequest(route: string): Variant {
  const found = operationsByRoute.get(route);
  if (found) return { rule: ruleOf(found.operation), answers: statusOf(route, specifications[found.id].reply.status) };
  const page = pagesByRoute.get(route);
  if (page)
    return {
      rule: page.audience === 'everyone' ? 'page' : ruleOfAudience[page.audience],
      answers: statusOf(route, 200),
    };
  const form = formsByRoute.get(route);
  if (form) return { rule: ruleOfAudience[form.audience], headers: formHeaders, body: '' };
  return { rule: 'file', answers: statusOf(route, 200) };
}

const formHeaders = { ...ownForm, 'content-type': 'application/x-www-form-urlencoded' };

const statusOf = (route: string, status: number) =>
  route.includes(':version') ? (target: Target) => (ifUploaded(target) === 200 ? status : 404) : status;

const ruleOfAudience = {
  everyone: 'page',
  account: 'changeOnPage',
  recent: 'changeOnPage',
  curator: 'administerOnPage',
  admin: 'administerOnPage',
} as const satisfies Record<string, Rule>;

function ruleOf({ access }: OperationRow): Rule {
  if (access === 'public') return 'read';
  if (access === 'credential') return 'readAsAccount';
  if (access === 'upload') return 'none';
  return access.scope === 'admin' ? 'administer' : 'change';
}
