// Reads responses: the JSON or the text that a catalog answers with, and the error that it tells.
import { parsed } from './addresses.ts';
import { chunksOf } from './chunks.ts';
import {
  CatalogError,
  ConflictError,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
  type ErrorFields,
  type FieldError,
} from './errors.ts';
import { retryAfterOf } from './retry.ts';

/** 8 MiB. The longest answer is a diff with 1 MiB of text, of which JSON may write each byte as six. */
const MAX_TEXT_BYTES = 8_388_608;
/** 64 KiB: a problem has a few sentences, which are shown. */
const MAX_PROBLEM_BYTES = 65_536;

/** JSON as a value, CSV and plain text as a string, and nothing as undefined. */
export async function readData(response: Response): Promise<unknown> {
  const text = await readText(response, response.ok ? MAX_TEXT_BYTES : MAX_PROBLEM_BYTES);
  if (response.status === 204 || response.status === 304) return undefined;
  const type = mediaType(response);
  if (/^text\/(?:csv|plain)$/.test(type)) return text;
  if (!/[/+]json$/.test(type)) throw unexpected(response, `${type || 'no media type'} instead of JSON`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unexpected(response, 'broken JSON', cause);
  }
}

/** Throws unless the data are those of a CSV file, or an object that has the fields by which it is known, and lists without gaps. */
export function checkData(answer: ResponseFacts, data: unknown, marks: readonly string[] | 'csv'): void {
  if (answer.status === 304) return;
  if (marks === 'csv') {
    if (typeof data !== 'string') throw unexpected(answer, 'JSON instead of CSV');
    return;
  }
  const fields = Object(data) as Record<string, unknown>;
  const missing = marks.find((name) => (fields[name] ?? null) === null);
  if (missing !== undefined) throw unexpected(answer, `nothing that has “${missing}”`);
  if (Object.values(fields).some((value) => Array.isArray(value) && value.includes(null)))
    throw unexpected(answer, 'a list that has null in it');
}

/** The response itself, whose body the caller reads. */
export const readNothing = async (response: Response) => response;

export async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of chunksOf(response.body)) {
    size += chunk.length;
    if (size > maxBytes) throw unexpected(response, 'too much');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const mediaType = ({ headers }: Response) => (headers.get('content-type') ?? '').split(';', 1)[0]?.trim() ?? '';

/** A `fetch` that a caller has brought may leave the address out. */
const hostOf = ({ url }: Pick<Response, 'url'>) => parsed(url)?.host ?? 'The server';

export type ResponseFacts = Pick<Response, 'url' | 'status' | 'headers'>;

export function unexpected(response: ResponseFacts, what: string, cause?: unknown): UnexpectedResponseError {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id') ?? '';
  return new UnexpectedResponseError(
    `${hostOf(response)} answered with ${what} (status ${status}). Is this the address of a catalog?`,
    { status, requestId, cause },
  );
}

type ErrorClass = new (message: string, fields: ErrorFields) => CatalogError;
const classes: Record<number, ErrorClass> = {
  400: InvalidRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  408: UnavailableError,
  409: ConflictError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
  431: InvalidRequestError,
};

/** The error that a response tells. What answers a HEAD has no body, and tells it by its status. */
export async function errorOf(response: Response, method: string): Promise<CatalogError> {
  const { status, headers } = response;
  const { code, title, detail, requestId, errors } = await readProblem(response);
  // These also come from proxies.
  const isByStatus = method === 'HEAD' || [408, 429].includes(status) || status >= 500;
  if (code === undefined && !isByStatus)
    return unexpected(response, `${mediaType(response) || 'no media type'} instead of a problem`);
  const retryAfterMs = retryAfterOf(headers, status);
  const resetAt = retryAfterMs === undefined ? undefined : new Date(Date.now() + retryAfterMs);
  const Class = classes[status] ?? (status >= 500 ? UnavailableError : CatalogError);
  const error = new Class(detail ?? title ?? `${hostOf(response)} answered with the status ${status}.`, {
    status,
    requestId: requestId ?? headers.get('x-request-id') ?? '',
    errors,
    retryAfterMs,
    resetAt,
  });
  return Object.assign(error, { code: code ?? error.kind });
}

interface ProblemFields {
  code?: string;
  title?: string;
  detail?: string;
  requestId?: string;
  errors: FieldError[];
}

/** What a problem says, as far as it is one. */
async function readProblem(response: Response): Promise<ProblemFields> {
  const data = await readData(response).catch((error: unknown) => {
    if (error instanceof UnexpectedResponseError) return undefined;
    throw error;
  });
  const { errors, ...rest } = Object(data) as Record<string, unknown>;
  const texts = Object.entries(rest).filter(([, value]) => typeof value === 'string');
  return { ...Object.fromEntries(texts), errors: Array.isArray(errors) ? errors.flatMap(fieldErrorOf) : [] };
}

function fieldErrorOf(one: unknown): FieldError[] {
  const { field, message } = Object(one) as Record<string, unknown>;
  return typeof field === 'string' && typeof message === 'string' ? [{ field, message }] : [];
}
