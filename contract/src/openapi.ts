// The OpenAPI 3.1 document, made from the same schemas that check the requests.
import { errors } from './errors.ts';
import {
  commonHeaders,
  headersOf,
  moved,
  notModified,
  pascalCase,
  problemOf,
  readHeaders,
  requestHeaders,
  securityOf,
  securitySchemes,
  withComponents,
  type OAuthAddresses,
} from './openapi-components.ts';
import {
  archiveTypes,
  pictureTypes,
  errorsOf,
  mayHaveMoved,
  openApiPath,
  requestHeadersOf,
  type Specification,
} from './operation.ts';
import { chapters, meanings, schemas, specifications } from './specifications.ts';

const introduction = `A catalog of realms: software templates to list, search, read, download and publish.

You can leave out the segment \`/api\`: \`/v1/realms\` is the same as \`/v1/api/realms\`.
Responses are JSON; errors are RFC 9457 problems. Reads have a strong \`ETag\`; send it back in \`If-None-Match\`.
The headers \`X-RateLimit-*\` of every response say how much of your hourly limit is left.`;

type ReplyWithBody = Extract<Specification['reply'], { schema: object }>;

interface Addresses {
  /** The public address of this catalog, then that of its staging environment, if it has one. */
  servers: { url: string; description: string }[];
  oauth: OAuthAddresses;
}

export function openApiDocument(version: string, { servers, oauth }: Addresses): object {
  const { document, components } = withComponents({ paths: paths() }, { ...schemas, ...bodySchemas }, meanings);
  return {
    openapi: '3.1.1',
    info: { title: 'Realm Catalog', version, description: introduction, license: { name: 'MIT', identifier: 'MIT' } },
    servers,
    tags: chapters.map(({ name, description }) => ({ name, description })),
    ...document,
    components: { securitySchemes: securitySchemes(oauth), ...components },
  };
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
        security: securityOf(specification.access),
        parameters: parameters(specification),
        ...(hasBody(specification) && { requestBody: requestBody(operationId, specification) }),
        responses: responses(specification),
      };
    }
  return paths;
}

const hasBody = ({ input }: Specification) => input !== undefined && input !== 'query';

function parameters(specification: Specification): object[] {
  const { params, query, body, bodyInQuery } = specification;
  return [
    ...inPlace('path', params?.properties ?? {}, params?.required),
    ...inPlace('query', query?.properties ?? {}, query?.required),
    ...(bodyInQuery ? inPlace('query', body?.properties ?? {}).map(asOlderSpelling) : []),
    ...requestHeadersOf(specification).map((name) => requestHeaders[name]),
  ];
}

function inPlace(place: 'path' | 'query', fields: Record<string, object>, required: PropertyKey[] = []) {
  return Object.entries<{ type?: string; description?: string; 'x-repeated'?: true }>(fields).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    description: schema.description,
    ...(schema.type === 'array' && { style: 'form', explode: schema['x-repeated'] === true }),
    schema,
  }));
}

/** Clients that are made from the document offer the body first. */
function asOlderSpelling({ description = '', ...parameter }: { description?: string | undefined }): object {
  return {
    ...parameter,
    deprecated: true,
    description: `Deprecated: send it in the body. ${description}`.trim(),
  };
}

/** The bodies that no resource names, by their operations. */
export const bodySchemas: Record<string, object> = {};
for (const [id, { method, body }] of Object.entries<Specification>(specifications))
  if (body && !Object.values<object>(schemas).includes(body))
    bodySchemas[`${pascalCase(id)}Body`] = method === 'PATCH' ? withoutDefaults(body) : body;

/** What a change leaves out stays as it is: a client must not send a default instead. */
function withoutDefaults(body: NonNullable<Specification['body']>): object {
  const fields = Object.entries<{ default?: unknown }>(body.properties).map(([name, field]) => {
    if (!('default' in field)) return [name, field];
    const { default: _default, ...rest } = field;
    return [name, rest];
  });
  return { ...body, properties: Object.fromEntries(fields) };
}

function requestBody(operationId: string, { input, body, bodyInQuery }: Specification): object {
  if (input === 'archive' || input === 'picture') {
    const schema = { type: 'string', format: 'binary' };
    const types = input === 'archive' ? archiveTypes : pictureTypes;
    return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
  }
  // Where the query may bring the fields, there need be no body.
  const isNeeded = !bodyInQuery && (body?.required.length ?? 0) > 0;
  const schema = bodySchemas[`${pascalCase(operationId)}Body`] ?? body;
  return { required: isNeeded, content: { 'application/json': { schema } } };
}

function contentOf({ mediaType = 'application/json', schema, alternatives = {} }: ReplyWithBody): object {
  const schemas = Object.entries({ [mediaType]: schema, ...alternatives });
  return Object.fromEntries(schemas.map(([type, schema]) => [type.split(';')[0], { schema }]));
}

function responses(specification: Specification): Record<string, object> {
  const { method, reply } = specification;
  const isRead = method === 'GET' && 'schema' in reply;
  const success = {
    description: reply.status === 201 ? 'Resource created successfully' : 'Request completed successfully',
    headers: {
      ...(isRead ? readHeaders : commonHeaders),
      ...('headers' in reply && headersOf(reply.headers)),
    },
    ...('schema' in reply && { content: contentOf(reply) }),
  };
  const byStatus = Object.entries(Object.groupBy(errorsOf(specification), (code) => errors[code].status));
  return Object.fromEntries([
    ...('existing' in reply ? [[200, { ...success, description: reply.existing }]] : []),
    [reply.status, success],
    ...(isRead ? [[304, notModified]] : []),
    ...(mayHaveMoved(specification) ? [[308, moved]] : []),
    ...byStatus.map(([status, codes]) => [status, problemOf([...new Set(codes)])]),
  ]) as Record<string, object>;
}
