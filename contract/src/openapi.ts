// The OpenAPI 3.1 document, made from the same schemas that check the requests.
import { errors, Problem } from './errors.ts';
import { errorsOf, type Operation } from './operation.ts';
import { chapters, shapes } from './operations.ts';

const introduction = `A catalog of realms: software templates to list, search, read, download and publish.

Every operation also answers without the segment \`/api\`: \`/v1/realms\` is \`/v1/api/realms\`.
Answers are JSON; errors are RFC 9457 problems. Reads carry a strong \`ETag\`: send it back in \`If-None-Match\`.
Every answer tells in \`X-RateLimit-*\` what is left of the hourly limit.`;

const header = (description: string, type = 'string') => ({ description, schema: { type } });
const rateHeaders = {
  'X-RateLimit-Limit': header('Requests allowed in the window.', 'integer'),
  'X-RateLimit-Remaining': header('Requests left in the window.', 'integer'),
  'X-RateLimit-Reset': header('When the window ends, in Unix seconds.', 'integer'),
};

/** `baseUrls`: the public address of this catalog, then that of its staging environment, if it has one. */
export function openApiDocument(version: string, baseUrls: { url: string; description: string }[]): object {
  const document = {
    openapi: '3.1.1',
    info: { title: 'Realm Catalog', version, description: introduction, license: { name: 'MIT', identifier: 'MIT' } },
    servers: baseUrls,
    tags: Object.keys(chapters).map((name) => ({ name })),
    paths: paths(),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, an OAuth 2.0 access token, or the JWT of a login.',
        },
      },
      // A copy is another object, so that a shape's own definition does not become a reference to itself.
      schemas: Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, { ...shape }])),
    },
  };
  const names = new Map<unknown, string>(Object.entries(shapes).map(([name, shape]) => [shape, name]));
  return JSON.parse(
    JSON.stringify(document, (_key, value: unknown) =>
      names.has(value) ? { $ref: `#/components/schemas/${names.get(value)}` } : value,
    ),
  ) as object;
}

function paths(): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [chapter, operations] of Object.entries<Record<string, Operation>>(chapters))
    for (const [operationId, operation] of Object.entries(operations))
      (paths[`/api${operation.path}`] ??= {})[operation.method.toLowerCase()] = {
        operationId,
        tags: [chapter],
        summary: operation.summary,
        description: operation.description,
        security: operation.access === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
        parameters: parameters(operation),
        ...((operation.body || operation.archive) && { requestBody: requestBody(operation) }),
        responses: responses(operation),
      };
  return paths;
}

function parameters({ params, query, body, bodyInQuery }: Operation): object[] {
  const inQuery = { ...query?.properties, ...(bodyInQuery && body?.properties) };
  return [...inPlace('path', params?.properties ?? {}), ...inPlace('query', inQuery)];
}

function inPlace(place: 'path' | 'query', fields: Record<string, object>): object[] {
  return Object.entries<{ type?: string; description?: string }>(fields).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path',
    description: schema.description,
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema,
  }));
}

function requestBody({ body, bodyInQuery, archive }: Operation): object {
  if (archive) return { required: true, content: { 'application/gzip': {}, 'application/zip': {} } };
  const isNeeded = !bodyInQuery && (body?.required.length ?? 0) > 0;
  // Where the query may bring a field, the body need not.
  const schema = bodyInQuery ? { ...body, required: [] } : body;
  return { required: isNeeded, content: { 'application/json': { schema } } };
}

function responses(operation: Operation): Record<string, object> {
  const { method, path, reply } = operation;
  const success = {
    description: reply.status === 201 ? 'Resource created successfully' : 'Request completed successfully',
    headers: {
      ...rateHeaders,
      ...(method === 'GET' && { ETag: header('Of this answer; the same under both spellings.') }),
      ...(method === 'GET' && path === '/realms' && { Link: header('First, previous, next and last page.') }),
      ...(path === '/audit' && { Link: header('The next page, where there is one.') }),
      ...(method === 'POST' && path === '/realms' && { Location: header('The address of the realm.') }),
    },
    ...('schema' in reply && { content: { 'application/json': { schema: reply.schema } } }),
  };
  const byStatus = Object.entries(Object.groupBy(errorsOf(operation), (code) => errors[code].status));
  const problems = byStatus.map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => errors[code].title).join(', or: '),
      headers: rateHeaders,
      content: { 'application/problem+json': { schema: Problem } },
    },
  ]);
  return Object.fromEntries([
    [reply.status, success],
    ...(method === 'GET' ? [[304, { description: 'What you hold is still true.', headers: rateHeaders }]] : []),
    ...problems,
  ]) as Record<string, object>;
}
