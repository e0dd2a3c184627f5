// The token in the link with which an account links an identity. Only the settings know it: texts of people, such as a README, are on pages of this site, too.
import type { Viewer } from '../../accounts/sign-in/web-sessions.ts';
import type { SecretCipher } from '../../credentials/secret-cipher.ts';

const PURPOSE = 'link an identity';

export function linkToken(cipher: SecretCipher, { sessionId }: Viewer): string {
  return cipher.encrypt(sessionId, PURPOSE);
}

/** Whether the token was made for this session. */
export function isLinkTokenOf(cipher: SecretCipher, { sessionId }: Viewer, token: string): boolean {
  try {
    return cipher.decrypt(token, PURPOSE) === sessionId;
  } catch {
    return false; // it is made up, or too short for one
  }
}
