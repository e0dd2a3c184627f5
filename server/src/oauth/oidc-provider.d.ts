// The part of oidc-provider that the catalog uses; the package brings no types of its own.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Payload = Record<string, unknown>;

  /** What the provider asks of a store, for each kind of thing that it keeps. */
  export interface Adapter {
    upsert(id: string, payload: Payload, expiresIn: number): Promise<void>;
    find(id: string): Promise<Payload | undefined>;
    findByUid(uid: string): Promise<Payload | undefined>;
    findByUserCode(userCode: string): Promise<Payload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export interface Client {
    readonly clientId: string;
    readonly clientName: string;
    readonly clientSecret?: string;
    readonly scope: string;
    grantTypeAllowed(type: string): boolean;
    compareClientSecret(actual: string): boolean;
  }

  interface Grant {
    addOIDCScope(scopes: string): void;
    rejectOIDCScope(scopes: string): void;
    save(): Promise<string>;
  }

  export interface Interaction {
    readonly uid: string;
    readonly prompt: { name: string; reasons: string[] };
    readonly params: Record<string, string | undefined>;
    session?: { accountId: string; uid: string } | undefined;
    persist(): Promise<string>;
  }

  /** What a browser's cookie names: who has signed in, if somebody has. */
  export interface Session {
    readonly id: string;
    readonly accountId?: string;
    readonly state?: { secret: string };
    /** Of one that was saved. */
    readonly exp?: number;
  }

  interface OIDCContext {
    readonly route: string;
    readonly client?: Client;
    readonly account?: object;
    readonly params?: Record<string, string | undefined>;
    readonly session: Session;
    readonly entities: { Interaction?: { result?: { login?: { accountId?: string } } } };
    readonly result?: { consent?: { grantId?: string } };
    readonly provider: Provider;
    entity(name: string, value: unknown): void;
    urlFor(name: string, options?: object): string;
  }

  export interface Context {
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    readonly query: Record<string, string | string[] | undefined>;
    readonly oidc: OIDCContext;
    /** Whether the provider sends what it has found. */
    respond: boolean;
    type: string;
    body: unknown;
  }

  export class Provider {
    static readonly ctx: Context | undefined;
    constructor(issuer: string, configuration: object);
    /** Whether forwarding headers are believed. */
    proxy: boolean;
    /** What cookies are signed with: the first signs, all verify. */
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
    createContext(
      request: IncomingMessage,
      response: ServerResponse,
    ): { cookies: { set(name: string, value: string | null, options: object): void } };
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    /** Keeps the result, and returns the address where the provider goes on. */
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission?: boolean },
    ): Promise<string>;
    /** Adds what runs before the provider's own. */
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): this;
    on(
      event: 'server_error' | 'authorization.error' | 'device_resume.error',
      listener: (ctx: Context, error: Error) => void,
    ): this;
    on(event: 'error', listener: (error: Error) => void): this;
  }

  export const errors: Record<'InvalidGrant' | 'SessionNotFound', new (message: string) => Error>;

  export const interactionPolicy: {
    Check: new (reason: string, description: string, check: (ctx: Context) => boolean) => object;
    base(): { get(name: 'login' | 'consent'): { checks: { add(check: object): void } } };
  };
}
