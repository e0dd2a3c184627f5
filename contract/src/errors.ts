// Every kind of error that the service answers with: its stable code, its status, its title and when it is sent; and the body that tells it.
import { integer, list, object, string, type Static } from './schema.ts';

export const errors = {
  invalid_request: {
    status: 400,
    title: 'Invalid request parameters',
    when:
      'a parameter is invalid, the URL is not valid percent-encoding, or the body came in more than 1,000 chunks of less than 64 ' +
      'bytes',
  },
  unauthorized: {
    status: 401,
    title: 'Authentication required',
    when: 'a credential is needed, or the one that you sent is invalid; `WWW-Authenticate` says more',
  },
  suspended: {
    status: 401,
    title: 'Account suspended',
    when:
      'the credential is valid, but its account is suspended, or the owner of the OAuth client is; an operator can lift the ' +
      'suspension',
  },
  second_factor_required: {
    status: 401,
    title: 'Second factor required',
    when: 'the password of a login is right, but the account also needs a `code`, which is missing or wrong',
  },
  forbidden: {
    status: 403,
    title: 'Insufficient permissions',
    when: 'the credential is valid but lacks a scope or a role; `detail` names it',
  },
  quota_exceeded: {
    status: 403,
    title: 'Quota exceeded',
    when: 'a quota of the account or the realm is used up; `GET /me` shows the quota',
  },
  not_found: {
    status: 404,
    title: 'Resource does not exist',
    when: 'nothing exists at this URL, or you may not see it',
  },
  quarantined: {
    status: 404,
    title: 'Realm quarantined',
    when: 'an operator has withdrawn a public realm; its owner can read and delete it',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    when: 'the URL accepts other methods; `Allow` names them',
  },
  request_timeout: {
    status: 408,
    title: 'Request took too long',
    when: 'the headers or the body came too slowly; the connection is closed',
  },
  conflict: {
    status: 409,
    title: 'Conflict with the current state',
    when: 'the request conflicts with the current state: a name is taken, for example',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    when: 'the body is larger than the operation accepts',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    when: 'the operation does not accept the type of the body',
  },
  unprocessable: {
    status: 422,
    title: 'Content refused',
    when: 'the archive, its digest or an `Idempotency-Key` is refused; `detail` says why',
  },
  rate_limited: {
    status: 429,
    title: 'Rate limit exceeded',
    when: 'the limit is used up, or too many uploads are in progress; `Retry-After` says when to try again',
  },
  headers_too_large: {
    status: 431,
    title: 'URL or headers too large',
    when: 'the URL and the headers are larger than 16 KiB',
  },
  internal_error: {
    status: 500,
    title: 'Internal server error',
    when: 'the catalog failed; its log has the cause under the request id',
  },
  unavailable: {
    status: 503,
    title: 'Service unavailable',
    when:
      'the service is stopping, has lost its database or archive store, or has too much work waiting (passwords, archives, files, ' +
      'comparisons, facets); `Retry-After` says when to try again. A write may have taken effect',
  },
} as const;

export type ErrorCode = keyof typeof errors;

export const Problem = object(
  {
    type: string({
      format: 'uri',
      description: 'The kind of problem, as a URI.',
      examples: ['urn:realm-catalog:problem:not_found'],
    }),
    title: string({ examples: ['Resource does not exist'] }),
    status: integer({ examples: [404] }),
    detail: string({ description: 'What happened and what to do about it.', examples: ['No realm has this slug.'] }),
    code: string({ description: 'A stable code for programs.', examples: ['not_found'] }),
    requestId: string({
      description: 'The id in the header `X-Request-Id`.',
      examples: ['019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11'],
    }),
  },
  { errors: list(object({ field: string(), message: string() }), { description: 'The invalid fields of a 400.' }) },
);

export type Problem = Static<typeof Problem>;
