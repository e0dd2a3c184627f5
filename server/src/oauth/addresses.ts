// The paths of the authorization server, and the names of its cookies.

/** The provider's endpoints, below the public URL. */
export const paths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  device_authorization: '/oauth/device/authorize',
  code_verification: '/oauth/device',
  jwks: '/oauth/jwks',
};

/** The one resource that access tokens are for (RFC 8707): the API. */
export function resourceOf({ publicUrl }: { publicUrl: string }): string {
  return `${publicUrl}/v1`;
}

/** The query parameter that fills in the code of a device. The provider's own, `user_code`, would make it send a page with a script. */
export const CODE_HINT = 'user_code_hint';

export const cookieNames = { session: 'realm_session', interaction: 'realm_interaction', resume: 'realm_resume' };

/** `base` is the path of the public URL. */
export function sessionCookie(base: string): object {
  return { signed: true, httpOnly: true, sameSite: 'lax', path: `${base}/oauth` };
}
