// Hashes passwords with argon2id, on other threads and a few at a time, so that logins never block other requests.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { fairQueue } from '../../concurrency/fair-queue.ts';

const argon2id = promisify(argon2);

/** The minimum that OWASP recommends: 19 MiB, two passes, one lane. */
const OWASP_COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_LENGTH = 32;
const HASH_PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const MAX_RUNNING = 2;
const MAX_WAITING = 64;

/** Those who ask from different addresses take turns. */
export interface Passwords {
  hash(password: string, address?: string): Promise<string>;
  /** Takes as long without a hash as with one, and is then false. */
  matches(password: string, hash: string | undefined, address?: string): Promise<boolean>;
}

/** Tests hash at a lower cost. */
export function passwords(cost = OWASP_COST): Passwords {
  const enqueue = fairQueue('passwords', { running: MAX_RUNNING, waiting: MAX_WAITING });
  const dummyHash = formatHash(cost, randomBytes(16), randomBytes(TAG_LENGTH));

  async function hash(password: string, address = ''): Promise<string> {
    const salt = randomBytes(16);
    const tag = await enqueue(address, () =>
      argon2id('argon2id', { ...cost, tagLength: TAG_LENGTH, message: password, nonce: salt }),
    );
    return formatHash(cost, salt, tag);
  }

  return {
    hash,
    async matches(password, storedHash, address = '') {
      const [, memory, passes, parallelism, salt = '', tag = ''] = HASH_PATTERN.exec(storedHash || dummyHash) ?? [];
      const expected = Buffer.from(tag, 'base64');
      const actual = await enqueue(address, () =>
        argon2id('argon2id', {
          memory: Number(memory),
          passes: Number(passes),
          parallelism: Number(parallelism),
          tagLength: expected.length,
          message: password,
          nonce: Buffer.from(salt, 'base64'),
        }),
      );
      return timingSafeEqual(actual, expected) && Boolean(storedHash);
    },
  };
}

/** The PHC string format: it contains the cost, so that a later change of the cost leaves older hashes valid. */
function formatHash({ memory, passes, parallelism }: typeof OWASP_COST, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
