// Logins of people for programs that act for them: by a code on another device, with tokens that are refreshed.
export { startDeviceLogin, type DeviceLogin, type DeviceLoginOptions } from './device-login.ts';
export type { OAuthOptions } from './post.ts';
export { endsSoon, isToken, refreshedToken, refreshTokens, revokeToken, type Tokens } from './tokens.ts';
