import { type Static } from './schema.js';
export declare const errors: {
    readonly invalid_request: {
        readonly status: 400;
        readonly title: 'Invalid request parameters';
        readonly when: 'a parameter is not valid, the address is not valid percent-encoding, or the body came in more than 1,000 chunks of less than 64 bytes';
    };
    readonly unauthorized: {
        readonly status: 401;
        readonly title: 'Authentication required';
        readonly when: 'a credential is needed, or the one sent is invalid; `WWW-Authenticate` says more';
    };
    readonly forbidden: {
        readonly status: 403;
        readonly title: 'Insufficient permissions';
        readonly when: 'the credential is valid and lacks a scope or a role, which `detail` names';
    };
    readonly quota_exceeded: {
        readonly status: 403;
        readonly title: 'Quota exceeded';
        readonly when: 'a quota of the account, or of the realm, is used up; `GET /me` shows the quota';
    };
    readonly not_found: {
        readonly status: 404;
        readonly title: 'Resource does not exist';
        readonly when: 'nothing exists at this address, or you may not see it';
    };
    readonly method_not_allowed: {
        readonly status: 405;
        readonly title: 'Method not allowed';
        readonly when: 'the address accepts other methods; `Allow` names them';
    };
    readonly request_timeout: {
        readonly status: 408;
        readonly title: 'Request took too long';
        readonly when: 'the headers or the body came too slowly; the connection is closed';
    };
    readonly conflict: {
        readonly status: 409;
        readonly title: 'Conflict with what is there';
        readonly when: 'the request conflicts with the current state, such as a name that is taken';
    };
    readonly payload_too_large: {
        readonly status: 413;
        readonly title: 'Payload too large';
        readonly when: 'the body is larger than the operation accepts';
    };
    readonly unsupported_media_type: {
        readonly status: 415;
        readonly title: 'Unsupported media type';
        readonly when: 'the operation does not accept the type of the body';
    };
    readonly unprocessable: {
        readonly status: 422;
        readonly title: 'The content is refused';
        readonly when: 'the archive, its digest or an `Idempotency-Key` is refused; `detail` says why';
    };
    readonly rate_limited: {
        readonly status: 429;
        readonly title: 'Rate limit exceeded';
        readonly when: 'the limit is used up, or too many uploads are under way; `Retry-After` says for how long';
    };
    readonly headers_too_large: {
        readonly status: 431;
        readonly title: 'Address or headers too large';
        readonly when: 'the address and the headers are larger than 16 KiB';
    };
    readonly internal_error: {
        readonly status: 500;
        readonly title: 'Internal server error';
        readonly when: 'a defect of the catalog; it is logged under the request id';
    };
    readonly unavailable: {
        readonly status: 503;
        readonly title: 'Service unavailable';
        readonly when: 'the service is stopping, has lost its database or archive store, or has too much work waiting (passwords, archives, files, comparisons, facets); `Retry-After` says when to try again. A write may or may not have happened';
    };
};
export type ErrorCode = keyof typeof errors;
export declare const Problem: {
    description?: string;
    examples?: readonly unknown[];
    default?: unknown;
    type: 'object';
    properties: {
        readonly type: {
            type: 'string';
        } & {
            readonly format: "uri";
            readonly description: "Names the kind of problem.";
            readonly examples: readonly ["urn:realm-catalog:problem:not_found"];
        };
        readonly title: {
            type: 'string';
        } & {
            readonly examples: readonly ["Resource does not exist"];
        };
        readonly status: {
            type: 'integer';
        } & {
            readonly examples: readonly [404];
        };
        readonly detail: {
            type: 'string';
        } & {
            readonly description: "What happened, and what to do.";
            readonly examples: readonly ["No realm has this slug."];
        };
        readonly code: {
            type: 'string';
        } & {
            readonly description: "Stable; made for programs.";
            readonly examples: readonly ["not_found"];
        };
        readonly requestId: {
            type: 'string';
        } & {
            readonly description: "Also in the header X-Request-Id.";
            readonly examples: readonly ["019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11"];
        };
    } & {
        readonly errors: {
            readonly description?: string;
            readonly examples?: readonly unknown[];
            readonly default?: unknown;
            readonly minItems?: number;
            readonly maxItems?: number;
            readonly 'x-repeated'?: true;
            readonly type: 'array';
            readonly items: {
                description?: string;
                examples?: readonly unknown[];
                default?: unknown;
                type: 'object';
                properties: {
                    readonly field: {
                        type: 'string';
                    } & object;
                    readonly message: {
                        type: 'string';
                    } & object;
                };
                required: ("field" | "message")[];
            };
        };
    };
    required: ("code" | "detail" | "requestId" | "status" | "title" | "type")[];
};
export type Problem = Static<typeof Problem>;
