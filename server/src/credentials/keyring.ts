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
  /** For signed links, newest first, as they are known here: links are good while the store is away. */
  linkKeys(): Promise<LinkKey[]>;
  newestLinkKey(): Promise<LinkKey>;
  /** Reads the store again, when a key is met that is not known yet. */
  reload(): Promise<void>;
  /** Makes new keys, and notes it; the old ones go on verifying, and the oldest of them are forgotten. */
  rotate(...notes: Sql[]): Promise<void>;
}

type SigningKey = JWK & { kid: string };

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
/** How soon a running server signs with a key that was made elsewhere. */
const FRESH_FOR = 60_000;

export async function openKeyring(db: Database, masterKey: string): Promise<Keyring> {
  const seal = sealer(masterKey);
  let keys: Record<Purpose, string[]> = { signing: [], cookies: [], links: [] };
  let linkKeys: LinkKey[] = [];
  let newestId = '';
  let readAt = 0;

  /** Large as well when the clock was set back meanwhile. */
  const age = () => Math.abs(Date.now() - readAt);

  async function reload(): Promise<void> {
    if (age() < 1_000) return; // unknown keys can be asked for at any rate
    await read();
  }

  async function read(): Promise<void> {
    const rows = await db.all<SecretRow>(sql`select id, purpose, sealed from secrets order by id desc`);
    newestId = rows[0]?.id ?? '';
    const opened = rows.map(({ id, purpose, sealed }) => ({ id, purpose, secret: seal.open(sealed, id) }));
    const of = (purpose: Purpose) => opened.filter((row) => row.purpose === purpose);
    const secretsOf = (purpose: Purpose) => of(purpose).map(({ secret }) => secret);
    keys = { signing: secretsOf('signing'), cookies: secretsOf('cookies'), links: secretsOf('links') };
    linkKeys = of('links').map(({ id, secret }) => ({ id, key: createSecretKey(secret, 'base64url') }));
    readAt = Date.now();
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

  async function fresh(purpose: Purpose): Promise<string[]> {
    if (age() > FRESH_FOR) await read();
    return keys[purpose];
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
    signingKeys: async () =>
      (await fresh('signing')).map((key) => JSON.parse(key) as SigningKey) as [SigningKey, ...SigningKey[]],
    cookieKeys: () => fresh('cookies'),
    linkKeys: async () => linkKeys,
    async newestLinkKey() {
      await fresh('links');
      return linkKeys[0] as LinkKey;
    },
    reload,
    async rotate(...notes) {
      await db.batch([...purposes.flatMap(replacement), ...notes]);
      await read();
    },
  };
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
