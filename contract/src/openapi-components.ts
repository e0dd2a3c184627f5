// What the operations of the OpenAPI document share: headers, request headers, problems, security schemes, and how each is referred to.
import { scopeMeanings, type Access } from './access.ts';
import { errors, Problem, type ErrorCode } from './errors.ts';
import { UUID_PATTERN } from './fields.ts';
import type { RequestHeader } from './operation.ts';

type Section = 'schemas' | 'headers' | 'parameters' | 'responses';

const header = (description: string, type = 'string') => ({ description, schema: { type } });

const headers = {
  RateLimitLimit: header('Requests allowed in the window.', 'integer'),
  RateLimitRemaining: header('Requests left in the window.', 'integer'),
  RateLimitReset: header('When the window ends, in Unix seconds.', 'integer'),
  RequestId: header('The id of this request. The log of the catalog has it too.'),
  ETag: header('The ETag of this response in this content encoding. `/v1` and `/v1/api` give the same one.'),
  RetryAfter: header('Seconds to wait before you try again.', 'integer'),
  Challenge: header('Which credential is needed, and what is wrong with the one that you sent (RFC 6750).'),
};

/** The headers that every response has. */
export const commonHeaders = {
  'X-RateLimit-Limit': headers.RateLimitLimit,
  'X-RateLimit-Remaining': headers.RateLimitRemaining,
  'X-RateLimit-Reset': headers.RateLimitReset,
  'X-Request-Id': headers.RequestId,
};

export const readHeaders = { ...commonHeaders, ETag: headers.ETag };

const ownHeaders: { [Code in ErrorCode]?: Record<string, object> } = {
  unauthorized: { 'WWW-Authenticate': headers.Challenge },
  rate_limited: { 'Retry-After': headers.RetryAfter },
  unavailable: { 'Retry-After': headers.RetryAfter },
};

/** The headers of a response that only its operation sends, by their descriptions. */
export function headersOf(descriptions: Record<string, string> = {}): Record<string, object> {
  return Object.fromEntries(Object.entries(descriptions).map(([name, description]) => [name, header(description)]));
}

const requestHeader = (name: RequestHeader, description: string, schema: object) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...schema },
});

/** Every request header that an operation may read, as a parameter. */
export const requestHeaders: Record<RequestHeader, { description: string; schema: object }> = {
  'If-None-Match': requestHeader(
    'If-None-Match',
    'The ETag that you have. If nothing has changed, the response is a 304.',
    {},
  ),
  'Idempotency-Key': requestHeader(
    'Idempotency-Key',
    'Send the same key when you retry a request. Within 24 hours, the request takes effect only once.',
    {
      minLength: 1,
      maxLength: 255,
    },
  ),
  'Content-Digest': requestHeader('Content-Digest', 'A digest of the body (RFC 9530, sha-256 or sha-512).', {
    examples: ['sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:'],
  }),
};

export const notModified = { description: 'Your copy is up to date.', headers: readHeaders };

export const moved = {
  description: 'The realm was renamed. Send the same request to the URL with its new slug.',
  headers: { ...commonHeaders, Location: header('The URL with the new slug.') },
};

const problems = new Map<string, object>();
/** The response for errors of one status: the same object for the same codes. */
export function problemOf(codes: ErrorCode[]): object {
  const name = codes.map(pascalCase).join('Or');
  const made = problems.get(name) ?? {
    description: codes.map((code) => errors[code].title).join(', or: '),
    headers: Object.assign({}, commonHeaders, ...codes.map((code) => ownHeaders[code])),
    content: { 'application/problem+json': { schema: Problem } },
  };
  problems.set(name, made);
  return made;
}

/** Replaces what the components name by references, and returns it with the components that it needs, directly or not. */
export function withComponents(document: object, schemas: Record<string, object>, meanings: Record<string, string>) {
  const sections: Record<Section, Record<string, object>> = {
    schemas,
    headers,
    parameters: Object.fromEntries(Object.entries(requestHeaders).map(([name, one]) => [pascalCase(name), one])),
    responses: { NotModified: notModified, Moved: moved, ...Object.fromEntries(problems) },
  };
  const addresses = new Map<unknown, [section: Section, name: string]>();
  for (const [section, named] of Object.entries(sections))
    for (const [name, value] of Object.entries(named)) addresses.set(value, [section as Section, name]);

  const used = new Set<unknown>();
  const refer = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (_key, value: unknown) => {
        const address = addresses.get(value);
        if (!address) return inPublicFormat(value);
        used.add(value);
        return { $ref: `#/components/${address.join('/')}` };
      }),
    ) as object;
  const referring = refer(document);
  const components: Partial<Record<Section, Record<string, object>>> = {};
  // A set also visits what is added meanwhile. The definition is a copy: it would become a reference to itself.
  for (const value of used) {
    const [section, name] = addresses.get(value) ?? (['schemas', ''] as const);
    const description = section === 'schemas' ? meanings[name] : undefined;
    (components[section] ??= {})[name] = refer({ description, ...(value as object) });
  }
  return { document: referring, components };
}

/** The formats that only this catalog knows, in words that every tool knows. */
const publicFormats: Record<string, object> = {
  'http-url': { format: 'uri' },
  path: { format: undefined }, // it says only that the text is taken as it is
  username: { format: undefined, not: { pattern: UUID_PATTERN.replaceAll('a-f', 'A-Fa-f') } },
  'new-password': { format: 'password', minLength: 8, maxLength: 1_024 },
};

function inPublicFormat(value: unknown): unknown {
  const { format } = (value ?? {}) as { format?: string };
  return typeof format === 'string' && publicFormats[format]
    ? { ...(value as object), ...publicFormats[format] }
    : value;
}

/** Where the authorization server answers. */
export interface OAuthAddresses {
  authorizationUrl: string;
  tokenUrl: string;
}

export function securitySchemes({ authorizationUrl, tokenUrl }: OAuthAddresses): Record<string, object> {
  const asked = { tokenUrl, scopes: scopeMeanings };
  return {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API key, the JWT of a login, or an OAuth 2.0 access token.',
    },
    oauth2: {
      type: 'oauth2',
      description:
        'An access token. Every client uses PKCE (S256). Devices use RFC 8628; the server metadata has its endpoint.',
      flows: {
        authorizationCode: { authorizationUrl, refreshUrl: tokenUrl, ...asked },
        clientCredentials: asked,
      },
    },
    uploadToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The `uploadToken` from creating a realm or opening an upload. No other credential is accepted.',
    },
  };
}

export function securityOf(access: Access): object[] {
  if (access === 'upload') return [{ uploadToken: [] }];
  const scopes = typeof access === 'object' ? [access.scope] : [];
  return [...(access === 'public' ? [{}] : []), { bearer: [] }, { oauth2: scopes }];
}

/** `not_found` is NotFound, and `If-None-Match` is IfNoneMatch. */
export function pascalCase(words: string): string {
  return words.replaceAll(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
