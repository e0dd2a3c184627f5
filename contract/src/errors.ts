// Every kind of error that the service answers with: its stable code, its status and its title; and the body that tells it.
import { integer, list, object, string, type Static } from './schema.ts';

export const errors = {
  invalid_request: { status: 400, title: 'Invalid request parameters' },
  unauthorized: { status: 401, title: 'Authentication required' },
  forbidden: { status: 403, title: 'Insufficient permissions' },
  quota_exceeded: { status: 403, title: 'Quota exceeded' },
  not_found: { status: 404, title: 'Resource does not exist' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'Request took too long' },
  conflict: { status: 409, title: 'Conflict with what is there' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  unprocessable: { status: 422, title: 'The content is refused' },
  rate_limited: { status: 429, title: 'Rate limit exceeded' },
  headers_too_large: { status: 431, title: 'Address or headers too large' },
  internal_error: { status: 500, title: 'Internal server error' },
  unavailable: { status: 503, title: 'Service unavailable' },
} as const;

export type ErrorCode = keyof typeof errors;

export const Problem = object(
  {
    type: string({
      format: 'uri',
      description: 'Names the kind of problem.',
      examples: ['urn:realm-catalog:problem:not_found'],
    }),
    title: string({ examples: ['Resource does not exist'] }),
    status: integer({ examples: [404] }),
    detail: string({ description: 'What happened, and what to do.', examples: ['No realm has this slug.'] }),
    code: string({ description: 'Stable; made for programs.', examples: ['not_found'] }),
    requestId: string({
      description: 'Also in the header X-Request-Id.',
      examples: ['019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11'],
    }),
  },
  { errors: list(object({ field: string(), message: string() }), { description: 'Each wrong field, for a 400.' }) },
);

export type Problem = Static<typeof Problem>;
