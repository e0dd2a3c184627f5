// The OpenAPI 3.1 document, made from the same schemas that check the requests.
import { errors, Problem } from './errors.ts';
import { errorsOf, openApiPath, type Specification } from './operation.ts';
import { chapters, schemas, specifications } from './specifications.ts';

const introduction = `A catalog of realms: software templates to list, search, read, download and publish.

Every operation also answers without the segment \`/api\`: \`/v1/realms\` is \`/v1/api/realms\`.
Responses are JSON; errors are RFC 9457 problems. Reads carry a strong \`ETag\`: send it back in \`If-None-Match\`.
Every response says in \`X-RateLimit-*\` what is left of the hourly limit.`;

type ReplyWithBody = Extract<Specification['reply'], { schema: object }>;

const header = (description: string, type = 'string') => ({ description, schema: { type } });
const rateHeaders = {
  'X-RateLimit-Limit': header('Requests allowed in the window.', 'integer'),
  'X-RateLimit-Remaining': header('Requests left in the window.', 'integer'),
  'X-RateLimit-Reset': header('When the window ends, in Unix seconds.', 'integer'),
};

const headersOf = (descriptions: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(descriptions).map(([name, description]) => [name, header(description)]));

/** `baseUrls`: the public address of this catalog, then that of its staging environment, if it has one. */
export function openApiDocument(version: string, baseUrls: { url: string; description: string }[]): object {
  const document = {
    openapi: '3.1.1',
    info: { title: 'Realm Catalog', version, description: introduction, license: { name: 'MIT', identifier: 'MIT' } },
    servers: baseUrls,
    tags: chapters.map(({ name }) => ({ name })),
    paths: paths(),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, an OAuth 2.0 access token, or the JWT of a login.',
        },
      },
      // A copy is another object, so that the definition of a schema does not become a reference to itself.
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, { ...schema }])),
    },
  };
  const names = new Map<unknown, string>(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  return JSON.parse(
    JSON.stringify(document, (_key, value: unknown) =>
      names.has(value) ? { $ref: `#/components/schemas/${names.get(value)}` } : value,
    ),
  ) as object;
}

function paths(): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const { name, ids } of chapters)
    for (const operationId of ids) {
      const specification: Specification = specifications[operationId];
      (paths[openApiPath(specification)] ??= {})[specification.method.toLowerCase()] = {
        operationId,
        tags: [name],
        summary: specification.summary,
        description: specification.description,
        security: specification.access === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
        parameters: parameters(specification),
        ...((specification.body || specification.archive) && { requestBody: requestBody(specification) }),
        responses: responses(specification),
      };
    }
  return paths;
}

function parameters({ params, query, body, bodyInQuery }: Specification): object[] {
  const inQuery = { ...query?.properties, ...(bodyInQuery && body?.properties) };
  const required = query?.required ?? [];
  return [...inPlace('path', params?.properties ?? {}, params?.required), ...inPlace('query', inQuery, required)];
}

function inPlace(place: 'path' | 'query', fields: Record<string, object>, required: PropertyKey[] = []): object[] {
  return Object.entries<{ type?: string; description?: string }>(fields).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    description: schema.description,
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema,
  }));
}

function requestBody({ body, bodyInQuery, archive }: Specification): object {
  if (archive) return { required: true, content: { 'application/gzip': {}, 'application/zip': {} } };
  const isNeeded = !bodyInQuery && (body?.required.length ?? 0) > 0;
  // Where the query may bring a field, the body need not.
  const schema = bodyInQuery ? { ...body, required: [] } : body;
  return { required: isNeeded, content: { 'application/json': { schema } } };
}

function contentOf({ mediaType = 'application/json', schema, alternatives = {} }: ReplyWithBody): object {
  const schemas = Object.entries({ [mediaType]: schema, ...alternatives });
  return Object.fromEntries(schemas.map(([type, schema]) => [type.split(';')[0], { schema }]));
}

function responses(specification: Specification): Record<string, object> {
  const { method, reply } = specification;
  const success = {
    description: reply.status === 201 ? 'Resource created successfully' : 'Request completed successfully',
    headers: {
      ...rateHeaders,
      ...(method === 'GET' && { ETag: header('Of this answer; the same under both spellings.') }),
      ...('headers' in reply && headersOf(reply.headers)),
    },
    ...('schema' in reply && { content: contentOf(reply) }),
  };
  const byStatus = Object.entries(Object.groupBy(errorsOf(specification), (code) => errors[code].status));
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
