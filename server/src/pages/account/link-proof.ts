// What the link that links an identity carries. The settings alone know it: texts of people, such as a README, are on pages of this site, too.
import type { Viewer } from '../../accounts/sign-in/web-sessions.ts';
import type { SecretCipher } from '../../credentials/secret-cipher.ts';

const PURPOSE = 'link an identity';

export function linkProof(cipher: SecretCipher, { sessionId }: Viewer): string {
  return cipher.encrypt(sessionId, PURPOSE);
}

/** Whether the proof was made for this session. */
export function isProofOf(cipher: SecretCipher, { sessionId }: Viewer, proof: string): boolean {
  try {
    return cipher.decrypt(proof, PURPOSE) === sessionId;
  } catch {
    return false; // it is made up, or too short for one
  }
}
