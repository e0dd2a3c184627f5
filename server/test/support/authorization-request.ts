// How an application of a test asks for a person's consent, with PKCE.
import * as oauth from 'oauth4webapi';
import { PUBLIC_URL } from './harness.ts';

interface AuthorizationParameters {
  client_id: string;
  redirect_uri: string;
  [parameter: string]: string | undefined;
}

/** The address to send the person to, and the verifier that belongs to the code that comes back. */
export async function authorizationRequest(
  parameters: AuthorizationParameters,
  endpoint = `${PUBLIC_URL}/oauth/authorize`,
) {
  const verifier = oauth.generateRandomCodeVerifier();
  const all = {
    response_type: 'code',
    scope: 'realms:read',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  };
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value);
  return { url: url.href, verifier };
}
