// Every kind of error that the service answers with: its stable code, its status and its title.

export const errors = {
  invalid_request: { status: 400, title: 'Invalid request parameters' },
  not_found: { status: 404, title: 'Resource does not exist' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  internal_error: { status: 500, title: 'Internal server error' },
  unavailable: { status: 503, title: 'Service unavailable' },
} as const;

export type ErrorCode = keyof typeof errors;
