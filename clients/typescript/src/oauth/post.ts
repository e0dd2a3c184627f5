// Requests of OAuth 2.0 to a catalog (RFC 6749). Their addresses are below that of the catalog, so that no answer can lead a token to another host.
import { catalogAddress } from '../addresses.ts';
import { answered } from '../attempt.ts';
import {
  ForbiddenError,
  InvalidRequestError,
  RateLimitError,
  TimeoutError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
  type CatalogError,
  type ErrorFields,
} from '../errors.ts';
import { readText } from '../response.ts';
import { retryAfterOf } from '../retry.ts';
import { timeLimit } from '../time-limit.ts';

export interface OAuthOptions {
  /** The address of the catalog, with or without `/v1`. */
  baseUrl: string | URL;
  /** A public application; that of the command line, which every catalog has, unless it is given. */
  clientId?: string | undefined;
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** What the program calls itself, which the page shows to the person. */
  userAgent?: string | undefined;
  /** How long one request may take, in milliseconds; 30,000 unless it is given. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Without a secret. */
const CLIENT_OF_COMMAND_LINE = 'realm-cli';
const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 65_536;

/** An object of JSON; empty if the answer is. */
export async function post(
  options: OAuthOptions,
  path: '/device/authorize' | '/token' | '/revoke',
  parameters: Record<string, string>,
): Promise<Record<string, unknown>> {
  const { clientId = CLIENT_OF_COMMAND_LINE, userAgent, timeout = TIMEOUT_MS, signal } = options;
  const url = `${catalogAddress(options.baseUrl)}/oauth${path}`;
  const limit = timeLimit(timeout, signal, () => new TimeoutError(`POST ${url} took longer than ${timeout} ms.`));
  const request = {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, ...parameters }),
    headers: { accept: 'application/json', ...(userAgent && { 'user-agent': userAgent }) },
    redirect: 'error', // the body holds a secret
    signal: limit.signal,
  } as const;
  try {
    const response = await answered(url, limit, (options.fetch ?? fetch)(url, request));
    const text = await answered(url, limit, readText(response, MAX_ANSWER_BYTES));
    const answer = response.ok && text === '' ? {} : parseObject(text);
    if (!answer) throw notACatalog(options, response.status);
    if (response.ok) return answer;
    throw refusal(response, answer);
  } finally {
    limit.end();
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** No JSON, or not the fields that RFC 6749 and RFC 8628 require. */
export const notACatalog = ({ baseUrl }: OAuthOptions, status = 200) =>
  new UnexpectedResponseError(`${catalogAddress(baseUrl)} did not answer as a Realm Catalog does.`, { status });

type ErrorClass = new (message: string, fields: ErrorFields) => CatalogError;
const classes: Record<string, ErrorClass> = {
  access_denied: ForbiddenError,
  invalid_scope: InvalidRequestError,
  invalid_request: InvalidRequestError,
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Of OAuth, whose `error` is its code; or a problem of the catalog: too many requests, or its database is unavailable. */
function refusal({ status, headers }: Response, answer: Record<string, unknown>): CatalogError {
  const code = textOf(answer['error']) ?? textOf(answer['code']) ?? String(status);
  const text = textOf(answer['error_description']) ?? textOf(answer['detail']) ?? code;
  const byStatus = status === 429 ? RateLimitError : status >= 500 ? UnavailableError : UnauthorizedError;
  const Class = Object.hasOwn(classes, code) ? classes[code] : byStatus;
  const retryAfterMs = retryAfterOf(headers, status);
  return new (Class ?? byStatus)(`The catalog refuses: ${text}`, { code, status, retryAfterMs });
}
