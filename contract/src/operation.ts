// What an operation of the service is: where it is, who may call it, what goes in and what comes out.
import type { Access } from './access.ts';
import type { ErrorCode } from './errors.ts';

type Fields = { type: 'object'; properties: Record<string, object>; required: PropertyKey[] };

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/v1/api`, and below `/v1` as well. */
  path: string;
  access: Access;
  summary: string;
  description: string;
  params?: Fields;
  query?: Fields;
  body?: Fields;
  /** The body's fields may also come in the query string. */
  bodyInQuery?: true;
  /** The body is an archive, which its room reads as it arrives. */
  archive?: true;
  /** It answers about the caller itself: it costs nothing of the hourly limit, and nobody may keep it. */
  aboutCaller?: true;
  /** The one success; a 204 has no schema. */
  reply: { status: 200 | 201; schema: object } | { status: 204 };
  /** Beyond those that every operation may answer with. */
  errors?: readonly ErrorCode[];
}

/** Every error that an operation may answer with. */
export function errorsOf({ method, access, errors = [] }: Operation): ErrorCode[] {
  const isOpen = access === 'public' || access === 'credential';
  const refused: ErrorCode[] = isOpen ? ['unauthorized'] : ['unauthorized', 'forbidden'];
  // Also where no body is asked for: someone may send one.
  const unread: ErrorCode[] = method === 'GET' ? [] : ['payload_too_large', 'unsupported_media_type'];
  return ['invalid_request', ...refused, ...errors, ...unread, 'rate_limited', 'internal_error', 'unavailable'];
}
