export { startDeviceLogin, type DeviceLogin, type DeviceLoginOptions } from './device-login.js';
export type { OAuthOptions } from './post.js';
export { endsSoon, isToken, refreshedToken, refreshTokens, revokeToken, type Tokens } from './tokens.js';
