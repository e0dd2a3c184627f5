// The errors that the client throws: a class for each kind, and a guard that also recognizes errors of another copy of this package.

/** What the catalog says is wrong with a field of a request. */
export interface FieldError {
  field: string;
  message: string;
}

export interface ErrorFields {
  code?: string;
  status?: number;
  requestId?: string;
  errors?: FieldError[];
  retryAfterMs?: number | undefined;
  /** Of a `RateLimitError`. */
  resetAt?: Date | undefined;
  /** Of a `NetworkError`. */
  host?: string;
  cause?: unknown;
}

/** The same symbol in every copy of this package. */
const IS_CATALOG_ERROR = Symbol.for('realm-catalog.error');

/** The fields are declared alone, since the constructor sets them: this makes what pages load smaller. */
export class CatalogError extends Error {
  override readonly name: string = 'CatalogError';
  readonly kind: string = 'other';
  /** The stable code of the catalog's problem, such as `quota_exceeded`; without a response, the kind of the error. */
  declare readonly code: string;
  /** The status of the response; 0 without one. */
  declare readonly status: number;
  /** The id of the request, which the catalog's log has as well; empty without a response. */
  declare readonly requestId: string;
  /** Each field that is wrong. */
  declare readonly errors: FieldError[];
  /** How long the catalog asks to wait before the next try. */
  declare readonly retryAfterMs: number | undefined;

  constructor(message: string, { cause, ...fields }: ErrorFields = {}) {
    super(message, cause === undefined ? {} : { cause });
    Object.assign(this, { code: 'other', status: 0, requestId: '', errors: [] }, fields);
  }

  get [IS_CATALOG_ERROR](): true {
    return true;
  }
}

export class NotFoundError extends CatalogError {
  override readonly name = 'NotFoundError';
  override readonly kind = 'not_found';
}

/** The credential is missing, unknown or expired. */
export class UnauthorizedError extends CatalogError {
  override readonly name = 'UnauthorizedError';
  override readonly kind = 'unauthorized';
}

/** The credential is good and may not do this; or a quota is used up. */
export class ForbiddenError extends CatalogError {
  override readonly name = 'ForbiddenError';
  override readonly kind = 'forbidden';
}

export class ConflictError extends CatalogError {
  override readonly name = 'ConflictError';
  override readonly kind = 'conflict';
}

/** The catalog refuses the content of the request, or the client does before it sends anything. */
export class InvalidRequestError extends CatalogError {
  override readonly name = 'InvalidRequestError';
  override readonly kind = 'invalid_request';
}

export class RateLimitError extends CatalogError {
  override readonly name = 'RateLimitError';
  override readonly kind = 'rate_limited';
  /** When requests are admitted again, where the catalog says so. */
  declare readonly resetAt: Date | undefined;
}

/** A response with a status of 500 or above, or the catalog gave up waiting for the request (408). */
export class UnavailableError extends CatalogError {
  override readonly name = 'UnavailableError';
  override readonly kind = 'unavailable';
}

/** No response, or a part of one: the cause says whether a name, a connection or a certificate was to blame. */
export class NetworkError extends CatalogError {
  override readonly name = 'NetworkError';
  override readonly kind = 'network';
  override readonly code = this.kind;
  declare readonly host: string;
}

export class TimeoutError extends CatalogError {
  override readonly name = 'TimeoutError';
  override readonly kind = 'timeout';
  override readonly code = this.kind;
}

/** A response that no catalog sends, such as a proxy's HTML page. */
export class UnexpectedResponseError extends CatalogError {
  override readonly name = 'UnexpectedResponseError';
  override readonly kind = 'unexpected_response';
  override readonly code = this.kind;
}

/** The bytes of an archive are not those that the catalog has named. */
export class IntegrityError extends CatalogError {
  override readonly name = 'IntegrityError';
  override readonly kind = 'integrity';
  override readonly code = this.kind;
}

type AnyError =
  | NotFoundError
  | UnauthorizedError
  | ForbiddenError
  | ConflictError
  | InvalidRequestError
  | RateLimitError
  | UnavailableError
  | NetworkError
  | TimeoutError
  | UnexpectedResponseError
  | IntegrityError;

export type ErrorKind = AnyError['kind'] | 'other';

/** Whether a client has thrown this, one of any copy of this package; with `kind`, whether it is of this kind. */
export function isCatalogError<Kind extends AnyError['kind']>(
  error: unknown,
  kind: Kind,
): error is Extract<AnyError, { kind: Kind }>;
export function isCatalogError(error: unknown, kind?: ErrorKind): error is CatalogError;
export function isCatalogError(error: unknown, kind?: ErrorKind): boolean {
  const candidate = (error ?? {}) as { [IS_CATALOG_ERROR]?: true; kind?: string };
  return candidate[IS_CATALOG_ERROR] === true && (kind === undefined || candidate.kind === kind);
}
