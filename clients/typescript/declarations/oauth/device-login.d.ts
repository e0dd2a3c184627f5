import { type OAuthOptions } from './post.js';
import { type Tokens } from './tokens.js';
export interface DeviceLoginOptions extends OAuthOptions {
    /** What the login may do, such as `realms:read`. */
    scopes: readonly string[];
}
export interface DeviceLogin {
    /** To be shown: the page shows it again, and the person compares both. */
    userCode: string;
    verificationUri: string;
    /** The same page, with the code filled in. */
    verificationUriComplete: string;
    /** When the code ends, in ISO 8601. */
    expiresAt: string;
    /** Waits until the person has decided. A refusal is a `ForbiddenError`, and the end of the code an `UnauthorizedError` with the code `expired_token`. */
    wait(): Promise<Tokens>;
}
export declare function startDeviceLogin(options: DeviceLoginOptions): Promise<DeviceLogin>;
