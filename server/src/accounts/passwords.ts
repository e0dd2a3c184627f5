// Passwords: hashed with argon2id on other threads, a few at a time, so that logging in never stops the rest.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { boundedQueue } from '../bounded-queue.ts';

const argon2id = promisify(argon2);

/** As OWASP asks for: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const SHAPE = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const AT_ONCE = 2;
const WAITING = 64;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long when there is no hash to compare with. */
  matches(password: string, hash: string | undefined): Promise<boolean>;
}

export function passwords(): Passwords {
  const inTurn = boundedQueue('passwords', AT_ONCE, WAITING);
  const nobodys = written(randomBytes(16), randomBytes(COST.tagLength));

  async function hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const tag = await inTurn(() => argon2id('argon2id', { ...COST, message: password, nonce: salt }));
    return written(salt, tag);
  }

  return {
    hash,
    async matches(password, known) {
      const [, memory, passes, parallelism, salt = '', tag = ''] = SHAPE.exec(known || nobodys) ?? [];
      const expected = Buffer.from(tag, 'base64');
      const actual = await inTurn(() =>
        argon2id('argon2id', {
          memory: Number(memory),
          passes: Number(passes),
          parallelism: Number(parallelism),
          tagLength: expected.length,
          message: password,
          nonce: Buffer.from(salt, 'base64'),
        }),
      );
      return timingSafeEqual(actual, expected) && Boolean(known);
    },
  };
}

/** A hash as it is kept, with what it takes to make it again. */
function written(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
