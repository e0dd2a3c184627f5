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
declare const IS_CATALOG_ERROR: unique symbol;
/** The fields are declared alone, since the constructor sets them: this makes what pages load smaller. */
export declare class CatalogError extends Error {
    readonly name: string;
    readonly kind: string;
    /** The stable code of the catalog's problem, such as `quota_exceeded`; without a response, the kind of the error. */
    readonly code: string;
    /** The status of the response; 0 without one. */
    readonly status: number;
    /** The id of the request, which the catalog's log has as well; empty without a response. */
    readonly requestId: string;
    /** Each field that is wrong. */
    readonly errors: FieldError[];
    /** How long the catalog asks to wait before the next try. */
    readonly retryAfterMs: number | undefined;
    constructor(message: string, { cause, ...fields }?: ErrorFields);
    get [IS_CATALOG_ERROR](): true;
}
export declare class NotFoundError extends CatalogError {
    readonly name = "NotFoundError";
    readonly kind = "not_found";
}
/** The credential is missing, unknown or expired. */
export declare class UnauthorizedError extends CatalogError {
    readonly name = "UnauthorizedError";
    readonly kind = "unauthorized";
}
/** The credential is good and may not do this; or a quota is used up. */
export declare class ForbiddenError extends CatalogError {
    readonly name = "ForbiddenError";
    readonly kind = "forbidden";
}
export declare class ConflictError extends CatalogError {
    readonly name = "ConflictError";
    readonly kind = "conflict";
}
/** The catalog refuses the content of the request, or the client does before it sends anything. */
export declare class InvalidRequestError extends CatalogError {
    readonly name = "InvalidRequestError";
    readonly kind = "invalid_request";
}
export declare class RateLimitError extends CatalogError {
    readonly name = "RateLimitError";
    readonly kind = "rate_limited";
    /** When requests are admitted again, where the catalog says so. */
    readonly resetAt: Date | undefined;
}
/** A response with a status of 500 or above, or the catalog gave up waiting for the request (408). */
export declare class UnavailableError extends CatalogError {
    readonly name = "UnavailableError";
    readonly kind = "unavailable";
}
/** No response, or a part of one: the cause says whether a name, a connection or a certificate was to blame. */
export declare class NetworkError extends CatalogError {
    readonly name = "NetworkError";
    readonly kind = "network";
    readonly code = "network";
    readonly host: string;
}
export declare class TimeoutError extends CatalogError {
    readonly name = "TimeoutError";
    readonly kind = "timeout";
    readonly code = "timeout";
}
/** A response that no catalog sends, such as a proxy's HTML page. */
export declare class UnexpectedResponseError extends CatalogError {
    readonly name = "UnexpectedResponseError";
    readonly kind = "unexpected_response";
    readonly code = "unexpected_response";
}
/** The bytes of an archive are not those that the catalog has named. */
export declare class IntegrityError extends CatalogError {
    readonly name = "IntegrityError";
    readonly kind = "integrity";
    readonly code = "integrity";
}
type AnyError = NotFoundError | UnauthorizedError | ForbiddenError | ConflictError | InvalidRequestError | RateLimitError | UnavailableError | NetworkError | TimeoutError | UnexpectedResponseError | IntegrityError;
export type ErrorKind = AnyError['kind'] | 'other';
/** Whether a client has thrown this, one of any copy of this package; with `kind`, whether it is of this kind. */
export declare function isCatalogError<Kind extends AnyError['kind']>(error: unknown, kind: Kind): error is Extract<AnyError, {
    kind: Kind;
}>;
export declare function isCatalogError(error: unknown, kind?: ErrorKind): error is CatalogError;
export {};
