// The OpenAPI 3.1 document, made from the same schemas that check the requests.
import { errors } from './errors.ts';
import { operations, type Operation } from './operations.ts';
import {
  Collection,
  CollectionList,
  Pagination,
  Problem,
  RealmDetail,
  RealmPage,
  RealmSummary,
  Statistics,
} from './shapes.ts';

const shapes = { RealmPage, RealmSummary, RealmDetail, Pagination, CollectionList, Collection, Statistics, Problem };

const introduction = `A catalog of realms: software templates to list, search, read and download.

Every operation also answers without the segment \`/api\`: \`/v1/realms\` is \`/v1/api/realms\`.
Answers are JSON; errors are RFC 9457 problems. Reads carry a strong \`ETag\`: send it back in \`If-None-Match\`.`;

/** `baseUrls`: the public address of this catalog, then that of its staging environment, if it has one. */
export function openApiDocument(version: string, baseUrls: { url: string; description: string }[]): object {
  const document = {
    openapi: '3.1.1',
    info: { title: 'Realm Catalog', version, description: introduction, license: { name: 'MIT', identifier: 'MIT' } },
    servers: baseUrls,
    tags: ['Realms', 'Collections', 'Statistics'].map((name) => ({ name })),
    paths: paths(),
    components: {
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
  for (const [operationId, operation] of Object.entries<Operation>(operations)) {
    (paths[`/api${operation.path}`] ??= {})[operation.method.toLowerCase()] = {
      operationId,
      tags: [operation.tag],
      summary: operation.summary,
      description: operation.description,
      security: [],
      parameters: [...parameters('path', operation.params), ...parameters('query', operation.query)],
      responses: responses(operation),
    };
  }
  return paths;
}

function parameters(place: 'path' | 'query', fields: Operation['query']): object[] {
  return Object.entries<{ type?: string; description?: string }>(fields.properties).map(([name, schema]) => ({
    name,
    in: place,
    required: fields.required.includes(name),
    description: schema.description,
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema,
  }));
}

function responses(operation: Operation): Record<string, object> {
  const successes = Object.entries(operation.replies).map(([status, schema]) => [
    status,
    {
      description: 'Request completed successfully',
      headers: {
        ETag: { description: 'Of this answer; the same under both spellings.', schema: { type: 'string' } },
        ...(operation.path === '/realms' && {
          Link: { description: 'First, previous, next and last page.', schema: { type: 'string' } },
        }),
      },
      content: { 'application/json': { schema } },
    },
  ]);
  const problems = [...operation.errors, 'internal_error' as const].map((code) => [
    errors[code].status,
    { description: errors[code].title, content: { 'application/problem+json': { schema: Problem } } },
  ]);
  const notModified = [304, { description: 'What you hold is still true.' }];
  return Object.fromEntries([...successes, notModified, ...problems]) as Record<string, object>;
}
