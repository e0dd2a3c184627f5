// Encrypts the catalog's own keys before they are stored: AES-256-GCM, with a key that is derived from the master key.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The secrets in the database were encrypted with another master key. */
export class WrongKeyError extends Error {}

export interface SecretCipher {
  /** The id of the row is authenticated too, so that nobody can swap the contents of two rows. */
  encrypt(text: string, rowId: string): string;
  /** Throws a `WrongKeyError` if the text was encrypted with another master key, or for another row. */
  decrypt(encrypted: string, rowId: string): string;
}

export function secretCipher(masterKey: string): SecretCipher {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'realm-catalog secrets', 32));
  return {
    encrypt(text, rowId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(rowId));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
    },
    decrypt(encrypted, rowId) {
      const bytes = Buffer.from(encrypted, 'base64');
      const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(rowId)).setAuthTag(tag);
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        throw new WrongKeyError();
      }
    },
  };
}
