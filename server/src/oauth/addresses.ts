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

export const cookieNames = { session: 'realm_session', interaction: 'realm_interaction', resume: 'realm_resume' };
