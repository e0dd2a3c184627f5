// Types for the part of oidc-provider that the catalog uses. The package has no types of its own.
// `@types/oidc-provider` 9.12.1 would need a cast for most parameters, sessions and scopes, where a wrong cast is a hole, and lacks `Session.id`.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type AdapterPayload = Record<string, unknown>;

  /** The store of one kind of record, which the provider calls. */
  export interface Adapter {
    upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void>;
    find(id: string): Promise<AdapterPayload | undefined>;
    findByUid(uid: string): Promise<AdapterPayload | undefined>;
    findByUserCode(userCode: string): Promise<AdapterPayload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export interface Client {
    readonly clientId: string;
    readonly clientName: string;
    readonly clientSecret?: string;
    readonly scope: string;
    /** Of `ownMetadata`; the provider leaves their names as they are. */
    readonly owner: string;
    readonly created_at: string;
    grantTypeAllowed(type: string): boolean;
    compareClientSecret(actual: string): boolean;
  }

  interface Grant {
    addOIDCScope(scopes: string): void;
    rejectOIDCScope(scopes: string): void;
    addResourceScope(resource: string, scopes: string): void;
    rejectResourceScope(resource: string, scopes: string): void;
    save(): Promise<string>;
  }

  export interface Interaction {
    readonly uid: string;
    /** When it began, in Unix seconds. */
    readonly iat: number;
    readonly prompt: { name: string; reasons: string[] };
    readonly params: Record<string, string | undefined>;
    session?: { accountId: string; uid: string } | undefined;
    persist(): Promise<string>;
  }

  /** The session that a browser's cookie names. It has an account if somebody has signed in. */
  export interface Session {
    readonly id: string;
    readonly accountId?: string;
    readonly state?: { secret: string };
    /** Set if the session was saved. */
    readonly exp?: number;
  }

  interface OIDCContext {
    readonly route: string;
    readonly client?: Client;
    readonly account?: object;
    readonly params?: Record<string, string | undefined>;
    readonly session: Session;
    readonly entities: {
      Interaction?: { result?: { login?: { accountId?: string } } };
      /** `iat` is when it was made, in Unix seconds. */
      DeviceCode?: { iat: number; params?: { scope?: string } };
    };
    readonly result?: { consent?: { grantId?: string } };
    readonly provider: Provider;
    entity(name: string, value: unknown): void;
    urlFor(name: string, options?: object): string;
  }

  export interface Context {
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    readonly path: string;
    readonly query: Record<string, string | string[] | undefined>;
    readonly response: { get(header: string): string | undefined };
    readonly oidc: OIDCContext;
    /** Whether the provider sends its response. */
    respond: boolean;
    status: number;
    type: string;
    body: unknown;
    /** Removes a header of the response. */
    remove(header: string): void;
  }

  export class Provider {
    static readonly ctx: Context | undefined;
    constructor(issuer: string, configuration: object);
    /** Whether the provider trusts forwarding headers. */
    proxy: boolean;
    /** The keys of signed cookies: the first signs, all verify. */
    keys: string[];
    readonly Client: { readonly prototype: Client; find(id: string): Promise<Client | undefined> };
    readonly Grant: {
      new (fields: { accountId: string; clientId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    readonly Session: { get(ctx: { req: IncomingMessage; res: ServerResponse }): Promise<Session> };
    readonly OIDCContext: { readonly prototype: OIDCContext };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    urlFor(name: string, options?: object): string;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    /** Stores the result, and returns the URL at which the provider continues. */
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission?: boolean },
    ): Promise<string>;
    /** Adds a middleware that runs before the provider's own. */
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): this;
    on(
      event: 'server_error' | 'authorization.error' | 'device_resume.error',
      listener: (ctx: Context, error: Error) => void,
    ): this;
    on(event: 'error', listener: (error: Error) => void): this;
  }

  export const errors: Record<'InvalidGrant' | 'InvalidTarget' | 'SessionNotFound', new (message: string) => Error>;

  export const interactionPolicy: {
    Check: new (reason: string, description: string, check: (ctx: Context) => boolean) => object;
    base(): { get(name: 'login' | 'consent'): { checks: { add(check: object): void } } };
  };
}
