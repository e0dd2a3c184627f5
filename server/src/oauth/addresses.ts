// Where the authorization server answers, and what its cookies are called.

/** What the server answers at, below the public address. */
export const paths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  device_authorization: '/oauth/device/authorize',
  code_verification: '/oauth/device',
  jwks: '/oauth/jwks',
};

/** Where people sign out of the pages. */
export const signOutPath = '/oauth/sign-out';

export const cookieNames = { session: 'realm_session', interaction: 'realm_interaction', resume: 'realm_resume' };

/** `base` is the path of the public address. */
export function sessionCookie(base: string): object {
  return { signed: true, httpOnly: true, sameSite: 'lax', path: `${base}/oauth` };
}
