// The catalog's own keys, which sign what it hands out: made at the first start, kept sealed in the store, replaced with overlap.
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  randomUUIDv7,
  type KeyObject,
} from 'node:crypto';
import type { JWK } from 'jose';
import sql, { type Sql } from 'sql-template-tag';
import type { Database, ExclusiveStore } from '../db/database.ts';

export interface Keyring {
  /** Private Ed25519 keys, newest first: the first signs, all verify. There is always one. */
  signingKeys(): Promise<[SigningKey, ...SigningKey[]]>;
  /** For signed cookies, newest first. */
  cookieKeys(): Promise<string[]>;
  /** For signed links, newest first. While the store does not answer, those that were read last: for as long as a link lives. */
  linkKeys(): Promise<LinkKey[]>;
  newestLinkKey(): Promise<LinkKey>;
  /** Reads the store again, when a key is met that is not known yet. */
  reload(): Promise<void>;
  /** Makes new keys, and notes it; the old ones go on verifying, and the oldest of them are forgotten. */
  rotate(...notes: Sql[]): Promise<void>;
}

type SigningKey = JWK & { kid: string };

/** Each newest first. */
interface Keys {
  signing: SigningKey[];
  cookies: string[];
  links: LinkKey[];
}

export interface LinkKey {
  id: string;
  key: KeyObject;
}

/** The secrets in the store were sealed with another key. */
export class WrongKeyError extends Error {}

type Purpose = 'signing' | 'cookies' | 'links';
const purposes: Purpose[] = ['signing', 'cookies', 'links'];

interface SecretRow {
  id: string;
  purpose: Purpose;
  sealed: string;
}

/** How many of each kind are kept: the newest, and the one before it. */
const KEPT = 2;
/** After this time the keys are read again, so that a key that was removed elsewhere is believed no longer. */
const FRESH_MS = 60_000;
/** How long link keys are believed while they cannot be read: as long as a link lives. */
const LINK_KEYS_WITHOUT_STORE_MS = 900_000;
/** How long links are verified without another try to read the keys, after one that failed. */
const RETRY_MS = 10_000;

export async function openKeyring(db: Database, masterKey: string): Promise<Keyring> {
  const seal = sealer(masterKey);
  let keys: Keys = { signing: [], cookies: [], links: [] };
  let newestId = '';
  let readAt = 0;
  let failedAt = 0;
  let reading: Promise<void> | undefined;

  async function reload(): Promise<void> {
    if (since(readAt) < 1_000) return; // unknown keys can be asked for at any rate
    await refresh();
  }

  /** One statement serves everyone who asks while it runs. */
  function refresh(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function read(): Promise<void> {
    const begun = Date.now();
    const rows = await db.all<SecretRow>(sql`select id, purpose, sealed from secrets order by id desc`);
    const opened = rows.map(({ id, purpose, sealed }) => ({ id, purpose, secret: seal.open(sealed, id) }));
    const of = (purpose: Purpose) => opened.filter((row) => row.purpose === purpose);
    keys = {
      signing: of('signing').map(({ secret }) => JSON.parse(secret) as SigningKey),
      cookies: of('cookies').map(({ secret }) => secret),
      links: of('links').map(({ id, secret }) => ({ id, key: createSecretKey(secret, 'base64url') })),
    };
    newestId = rows[0]?.id ?? '';
    readAt = begun;
  }

  function newSecret(purpose: Purpose): Sql {
    const id = idAfter(newestId);
    const secret = purpose === 'signing' ? JSON.stringify(newSigningKey(id)) : randomBytes(32).toString('base64url');
    return sql`insert into secrets (id, purpose, sealed, created_at)
      values (${id}, ${purpose}, ${seal.close(secret, id)}, ${new Date().toISOString()})`;
  }

  function replacement(purpose: Purpose): Sql[] {
    return [
      newSecret(purpose),
      sql`delete from secrets where purpose = ${purpose} and id not in
        (select id from secrets where purpose = ${purpose} order by id desc limit ${KEPT})`,
    ];
  }

  async function fresh(): Promise<Keys> {
    if (since(readAt) > FRESH_MS) await refresh();
    return keys;
  }

  function keepLinkKeys(error: unknown): void {
    if (since(readAt) > LINK_KEYS_WITHOUT_STORE_MS) throw error;
    failedAt = Date.now();
  }

  /** One process makes the first ones; the others that start at the same time wait, and find them. */
  async function makeMissing(store: ExclusiveStore): Promise<void> {
    const made = await store.all<{ purpose: Purpose }>(sql`select purpose from secrets`);
    for (const purpose of purposes)
      if (!made.some((row) => row.purpose === purpose)) await store.all(newSecret(purpose));
  }

  await read();
  if (purposes.some((purpose) => keys[purpose].length === 0)) {
    await db.exclusively(makeMissing);
    await read();
  }

  return {
    signingKeys: async () => (await fresh()).signing as [SigningKey, ...SigningKey[]],
    cookieKeys: async () => (await fresh()).cookies,
    async linkKeys() {
      if (since(readAt) > FRESH_MS && since(failedAt) > RETRY_MS) await refresh().catch(keepLinkKeys);
      return keys.links;
    },
    newestLinkKey: async () => (await fresh()).links[0] as LinkKey,
    reload,
    async rotate(...notes) {
      await db.batch([...purposes.flatMap(replacement), ...notes]);
      await Promise.allSettled([reading]); // it may have begun before the batch
      await refresh();
    },
  };
}

/** In milliseconds; large as well when the clock was set back meanwhile. */
function since(time: number): number {
  return Math.abs(Date.now() - time);
}

/** Which key is the newest is told by its id, also when the clock was set back since the last one was made. */
function idAfter(newest: string): string {
  const id = randomUUIDv7();
  if (id > newest) return id;
  const time = Number.parseInt(newest.replace('-', '').slice(0, 12), 16) + 1;
  const digits = time.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}${id.slice(13)}`;
}

function newSigningKey(kid: string): SigningKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { ...privateKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' };
}

/** AES-256-GCM under a key derived from the master key; the row's id is bound in, so rows cannot be swapped. */
function sealer(masterKey: string) {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'realm-catalog secrets', 32));
  return {
    close(text: string, id: string): string {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open(sealed: string, id: string): string {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(12, 28));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
      } catch {
        throw new WrongKeyError();
      }
    },
  };
}
