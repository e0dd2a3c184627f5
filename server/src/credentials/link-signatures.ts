// Signs the addresses of what not everyone may read, by the keys that all processes share, and verifies them without the database.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring, LinkKey } from './keyring.ts';

/** What a signature is for. No signature of one purpose is good for another. */
type SignedKind = 'archive' | 'pictures' | 'previews';

/** Signs JSON, so that no two addresses have the same text. */
export function signLink(kind: SignedKind, parts: string[], { id, key }: LinkKey): string {
  const text = JSON.stringify([`realm-catalog ${kind}`, ...parts, id]);
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Whether the key with this id has signed these parts. Anyone may have made up all of them. */
export async function isSignedLink(
  keyring: Keyring,
  kind: SignedKind,
  parts: string[],
  { key: id, signature }: { key: string; signature: string },
): Promise<boolean> {
  const key = await findKey(keyring, id);
  return key !== undefined && isEqual(signLink(kind, parts, key), signature);
}

async function findKey(keyring: Keyring, id: string): Promise<LinkKey | undefined> {
  const loaded = (await keyring.linkKeys()).find((key) => key.id === id);
  if (loaded) return loaded;
  await keyring.reload().catch(() => undefined); // another process may have made the key a moment ago
  return (await keyring.linkKeys()).find((key) => key.id === id);
}

/** Compares the texts and not the decoded bytes, because base64 can write the same bytes in several ways. */
function isEqual(expected: string, actual: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
}
