// The catalog's own keys, which sign tokens, cookies and links. They are created at the first start and stored encrypted. After a rotation
// the previous keys still verify.
import { createSecretKey, generateKeyPairSync, randomBytes, randomUUIDv7, type KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import sql, { type Sql } from 'sql-template-tag';
import type { Database, ExclusiveDatabase } from '../db/database.ts';
import { secretCipher, type SecretCipher } from './secret-cipher.ts';

export interface Keyring {
  /** Encrypts what accounts leave here and the catalog must be able to read, such as secrets of authenticator apps. */
  cipher: SecretCipher;
  /** Private Ed25519 keys, newest first: the first signs, all verify. There is always one. */
  signingKeys(): Promise<[SigningKey, ...SigningKey[]]>;
  /** The keys of signed cookies, newest first. */
  cookieKeys(): Promise<string[]>;
  /** The keys of signed links, newest first. While the database does not answer, the keys that were read last stay valid as long as a link. */
  linkKeys(): Promise<LinkKey[]>;
  newestLinkKey(): Promise<LinkKey>;
  /** Reads the database again. Call it when a token names a key that is not known yet. */
  reload(): Promise<void>;
  /** Creates new keys, and runs the given statements in the same batch. The previous keys still verify; older ones are deleted. */
  rotate(...statements: Sql[]): Promise<void>;
}

type SigningKey = JWK & { kid: string };

/** The keys of each purpose, newest first. */
interface Keys {
  signing: SigningKey[];
  cookies: string[];
  links: LinkKey[];
}

export interface LinkKey {
  id: string;
  key: KeyObject;
}

type Purpose = 'signing' | 'cookies' | 'links';
const purposes: Purpose[] = ['signing', 'cookies', 'links'];

interface SecretRow {
  id: string;
  purpose: Purpose;
  encrypted: string;
}

/** The newest key of a purpose, and the one before it. */
const KEYS_PER_PURPOSE = 2;
/** After this time the keys are read again, so that a process stops trusting a key that another process removed. */
const KEYS_FRESH_MS = 60_000;
/** How long link keys are trusted while the database does not answer: as long as a link is valid. */
const LINK_KEYS_WITHOUT_STORE_MS = 900_000;
/** After a failed read, links are verified for this long without another read. */
const RETRY_MS = 10_000;
/** Clients can name unknown keys at any rate, so `reload` reads at most once in this time. */
const MIN_RELOAD_INTERVAL_MS = 1_000;

export async function openKeyring(db: Database, masterKey: string): Promise<Keyring> {
  const cipher = secretCipher(masterKey);
  let keys: Keys = { signing: [], cookies: [], links: [] };
  let newestId = '';
  let readAt = 0;
  let failedAt = 0;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const startedAt = Date.now();
    ({ keys, newestId } = await readKeys(db, cipher));
    readAt = startedAt;
  }

  /** Requests that arrive during a read share it. */
  function refresh(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function freshKeys(): Promise<Keys> {
    if (elapsedMs(readAt) > KEYS_FRESH_MS) await refresh();
    return keys;
  }

  function keepLinkKeys(error: unknown): void {
    if (elapsedMs(readAt) > LINK_KEYS_WITHOUT_STORE_MS) throw error;
    failedAt = Date.now();
  }

  await read();
  if (purposes.some((purpose) => keys[purpose].length === 0)) {
    await db.exclusively((store) => insertMissing(store, cipher, newestId));
    await read();
  }

  return {
    cipher,
    signingKeys: async () => (await freshKeys()).signing as [SigningKey, ...SigningKey[]],
    cookieKeys: async () => (await freshKeys()).cookies,
    async linkKeys() {
      if (elapsedMs(readAt) > KEYS_FRESH_MS && elapsedMs(failedAt) > RETRY_MS) await refresh().catch(keepLinkKeys);
      return keys.links;
    },
    newestLinkKey: async () => (await freshKeys()).links[0] as LinkKey,
    async reload() {
      if (elapsedMs(readAt) >= MIN_RELOAD_INTERVAL_MS) await refresh();
    },
    async rotate(...statements) {
      const replacements = purposes.flatMap((purpose) => replaceSecret(cipher, purpose, newestId));
      await db.batch([...replacements, ...statements]);
      await Promise.allSettled([reading]); // this read may have begun before the batch
      await refresh();
    },
  };
}

async function readKeys(db: Database, cipher: SecretCipher): Promise<{ keys: Keys; newestId: string }> {
  const rows = await db.all<SecretRow>(sql`select id, purpose, encrypted from secrets order by id desc`);
  const secrets = rows.map(({ id, purpose, encrypted }) => ({ id, purpose, secret: cipher.decrypt(encrypted, id) }));
  const secretsFor = (purpose: Purpose) => secrets.filter((row) => row.purpose === purpose);
  const keys = {
    signing: secretsFor('signing').map(({ secret }) => JSON.parse(secret) as SigningKey),
    cookies: secretsFor('cookies').map(({ secret }) => secret),
    links: secretsFor('links').map(({ id, secret }) => ({ id, key: createSecretKey(secret, 'base64url') })),
  };
  return { keys, newestId: rows[0]?.id ?? '' };
}

function insertSecret(cipher: SecretCipher, purpose: Purpose, newestId: string): Sql {
  const id = idAfter(newestId);
  const secret = purpose === 'signing' ? JSON.stringify(newSigningKey(id)) : randomBytes(32).toString('base64url');
  return sql`insert into secrets (id, purpose, encrypted, created_at)
    values (${id}, ${purpose}, ${cipher.encrypt(secret, id)}, ${new Date().toISOString()})`;
}

function replaceSecret(cipher: SecretCipher, purpose: Purpose, newestId: string): Sql[] {
  return [
    insertSecret(cipher, purpose, newestId),
    sql`delete from secrets where purpose = ${purpose} and id not in
      (select id from secrets where purpose = ${purpose} order by id desc limit ${KEYS_PER_PURPOSE})`,
  ];
}

/** One process creates the first keys. Others that start at the same time wait, and then find them. */
async function insertMissing(store: ExclusiveDatabase, cipher: SecretCipher, newestId: string): Promise<void> {
  const rows = await store.all<{ purpose: Purpose }>(sql`select purpose from secrets`);
  for (const purpose of purposes)
    if (!rows.some((row) => row.purpose === purpose)) await store.all(insertSecret(cipher, purpose, newestId));
}

/** The result is also large if the clock was set back in the meantime. */
function elapsedMs(since: number): number {
  return Math.abs(Date.now() - since);
}

/** The newest key has the highest id, even if the clock was set back since the last key was created. */
function idAfter(newestId: string): string {
  const id = randomUUIDv7();
  if (id > newestId) return id;
  const time = Number.parseInt(newestId.replace('-', '').slice(0, 12), 16) + 1;
  const digits = time.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}${id.slice(13)}`;
}

function newSigningKey(kid: string): SigningKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { ...privateKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' };
}
