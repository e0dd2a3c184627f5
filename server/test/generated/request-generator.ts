// Requests from the OpenAPI document: good ones, ones with one thing wrong, and absurd ones, for every operation, method and caller.
import { METHODS } from 'node:http';
import { fc } from '../support/fixed-seed.ts';
import { absurdJson, absurdText, oddBody, oddHeaders, oddQuery } from './absurdities.ts';
import { fitting, unfitting, type Known, type Schema } from './values.ts';

interface Parameter {
  name: string;
  in: string;
  deprecated?: boolean;
  schema: Schema;
}
export interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
export interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** Whose credential it carries. */
export const callers = ['nobody', 'key', 'token', 'curator', 'admin', 'application', 'upload', 'impostor'] as const;
export type CallerName = (typeof callers)[number];
type Kind = 'good' | 'nearly good' | 'absurd';

export interface Generated {
  kind: Kind;
  /** In the document; nothing for what stands beside it. */
  template: string;
  method: string;
  caller: CallerName;
  /** For each parameter of the path. */
  params: Record<string, unknown>;
  /** What stands behind the path, or nothing. */
  after: string;
  /** Name and value, or bytes as they are. */
  query: ([string, unknown] | string)[];
  headers: [string, string][];
  body: Body;
}
type Body =
  | { none: true }
  | { json: unknown }
  /** An archive, perhaps spoiled. */
  | { archive: 'good' | 'spoiled' }
  | { text: string };

/** What stands beside the document, and must not fail either. */
const elsewhere = [
  '/healthz',
  '/readyz',
  '/docs',
  '/schemas/realm.json',
  '/giget/{slug}.json',
  '/archives/{digest}/{filename}',
  '/oauth/authorize',
  '/oauth/token',
  '/oauth/device',
  '/oauth/introspect',
  '/oauth/revoke',
  '/oauth/interaction/{uid}',
  '/.well-known/oauth-authorization-server',
];

const allowed = fc.constantFrom<CallerName[]>(
  'nobody',
  'key',
  'application',
  'token',
  'token',
  'curator',
  'admin',
  'admin',
);
const uploaders = fc.constantFrom<CallerName[]>('upload', 'upload', 'upload', 'token');

/** Not CONNECT, which is not for paths. */
const methods = METHODS.filter((method) => method !== 'CONNECT');

/** Any request of the document, and sometimes one beside it. */
export function requestsOf(document: Document): fc.Arbitrary<Generated> {
  const operations = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ template, method: method.toUpperCase(), operation })),
  );
  const perOperation = operations.map(({ template, method, operation }) =>
    fc.oneof(
      good(template, method, operation),
      nearlyGood(template, method, operation),
      absurd(template, method, operation),
    ),
  );
  return fc.oneof(
    { weight: 30, arbitrary: fc.oneof(...perOperation) },
    { weight: 1, arbitrary: fc.constantFrom(...elsewhere).chain((template) => beside(template)) },
  );
}

function good(template: string, method: string, operation: Operation): fc.Arbitrary<Generated> {
  const { parameters = [], requestBody, ...rest } = operation;
  const current = parameters.filter(({ deprecated }) => !deprecated);
  // The fields of the body may come in the query instead.
  if (requestBody && current.length < parameters.length)
    return fc.oneof(
      good(template, method, { ...operation, parameters: current }),
      good(template, method, { ...rest, parameters }),
    );
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const params = fc.record(
    Object.fromEntries(inPlace('path').map(({ name, schema }) => [name, orKnownIn(template, name, schema)])),
  );
  const query = fc
    .tuple(
      ...inPlace('query').map(({ name, schema }) =>
        fc.option(fitting(schema), { freq: 1 }).map((value) => [name, value]),
      ),
    )
    .map((given) => given.filter(([, value]) => value !== null) as [string, unknown][]);
  return fc.record({
    kind: fc.constant<Kind>('good'),
    template: fc.constant(template),
    method: fc.constant(method),
    caller: requestBody && !requestBody.content['application/json'] ? uploaders : allowed,
    params,
    after: fc.constant(''),
    query,
    headers: fc.constant<[string, string][]>([]),
    body: goodBody(requestBody),
  });
}

function goodBody(requestBody: Operation['requestBody']): fc.Arbitrary<Body> {
  if (!requestBody) return fc.constant({ none: true });
  const schema = requestBody.content['application/json']?.schema;
  return schema ? fitting(schema).map((json) => ({ json })) : fc.constant({ archive: 'good' });
}

/** One that was named where such things are listed, or any. */
function orKnownIn(template: string, name: string, schema: Schema): fc.Arbitrary<unknown> {
  const [list = ''] = template.split(`/{${name}}`);
  const known = fc.nat(999).map((pick): Known => ({ known: `${list} ${name}`, pick }));
  return fc.oneof({ weight: 5, arbitrary: known }, { weight: 1, arbitrary: fitting(schema) });
}

function nearlyGood(template: string, method: string, operation: Operation): fc.Arbitrary<Generated> {
  const { parameters = [], requestBody } = operation;
  const schema = requestBody?.content['application/json']?.schema;
  const fields = Object.entries(schema?.properties ?? {});
  const faults: fc.Arbitrary<(request: Generated) => Generated>[] = [
    oddHeaders.map((header) => (request) => ({ ...request, headers: [header] })),
    fc.constantFrom(...methods).map((other) => (request) => ({ ...request, method: other })),
    fc.constantFrom('/', '//', '/x', '%2f', '.', ';a=b', '%00').map((after) => (request) => ({ ...request, after })),
    fc.constant((request) => ({ ...request, caller: 'impostor' })),
    fc.constant((request) => ({ ...request, query: [...request.query, ['unknown', 'x']] })),
    fc
      .constantFrom<Body>({ none: true }, { text: '' }, { archive: 'spoiled' })
      .map((body) => (request) => ({ ...request, body })),
  ];
  for (const { name, in: place, schema: own } of parameters.filter((one) => one.in !== 'header'))
    faults.push(
      unfitting(own).map(
        (value) => (request) =>
          place === 'path'
            ? { ...request, params: { ...request.params, [name]: value } }
            : { ...request, query: [...request.query.filter((one) => one[0] !== name), [name, value]] },
      ),
      fc.constant((request) => ({ ...request, query: [...request.query, ...request.query] })),
    );
  for (const [name, own] of fields)
    faults.push(
      unfitting(own).map((value) => (request) => withField(request, name, value)),
      fc.constant((request) => withField(request, name, undefined)),
      fc
        .constantFrom('__proto__', 'extra', 'constructor')
        .map((extra) => (request) => withField(request, extra, { x: 1 })),
    );
  return fc
    .tuple(good(template, method, operation), fc.oneof(...faults))
    .map(([request, spoil]) => ({ ...spoil(request), kind: 'nearly good' as const }));
}

function withField(request: Generated, name: string, value: unknown): Generated {
  const sent = 'json' in request.body ? (request.body.json as object) : {};
  return { ...request, body: { json: { ...sent, [name]: value } } };
}

function absurd(
  template: string,
  method: string,
  { parameters = [], requestBody }: Operation,
): fc.Arbitrary<Generated> {
  const fields = Object.keys(requestBody?.content['application/json']?.schema?.properties ?? {});
  const names = (place: string) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  const anyFields = fc.record(Object.fromEntries(fields.map((field) => [field, absurdJson])), { requiredKeys: [] });
  const pair = fc.tuple(fc.oneof(fc.constantFrom('x', ...names('query')), absurdText), absurdText);
  return fc.record({
    kind: fc.constant<Kind>('absurd'),
    template: fc.constant(template),
    method: fc.oneof(
      { weight: 5, arbitrary: fc.constant(method) },
      { weight: 1, arbitrary: fc.constantFrom(...methods) },
    ),
    caller: fc.constantFrom(...callers),
    params: fc.record(
      Object.fromEntries(names('path').map((name) => [name, fc.oneof(absurdText, orKnownIn(template, name, {}))])),
    ),
    after: fc.oneof({ weight: 9, arbitrary: fc.constant('') }, { weight: 1, arbitrary: absurdText }),
    query: fc.array(fc.oneof(pair, oddQuery), { maxLength: 4 }),
    headers: fc.array(oddHeaders, { maxLength: 5 }),
    body: fc.oneof<fc.Arbitrary<Body>[]>(
      anyFields.map((json) => ({ json })),
      absurdJson.map((json) => ({ json })),
      oddBody.map((text) => ({ text })),
      fc.constantFrom({ none: true }, { archive: 'spoiled' }),
    ),
  });
}

function beside(template: string): fc.Arbitrary<Generated> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parameters = names.map((name) => ({ name, in: 'path', schema: {} }));
  return absurd(template, 'GET', { operationId: '', parameters, responses: {} }).chain((request) =>
    fc.constantFrom('GET', 'POST').map((method) => ({ ...request, method })),
  );
}

/** The document with every reference replaced by what it refers to. */
export function withoutReferences(document: object): Document {
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as Schema;
    if ($ref)
      return resolved(
        $ref
          .split('/')
          .slice(1)
          .reduce<any>((at, part) => at[part], document),
      );
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one)]));
  };
  return resolved(document) as Document;
}
