// Generated characters and addresses. fast-check has both, as `unit: 'binary'` and `webUrl`, and takes a second in each process to prepare them.
import { fc } from './fixed-seed.ts';

const SURROGATES = { first: 0xd800, count: 0x800 };
const LAST = 0x10_ffff;

/** Any character of Unicode, those that cannot be printed too. */
export const anyCharacter = fc.nat(LAST - SURROGATES.count).map(toCharacter, toNumber);

function toCharacter(number: number): string {
  return String.fromCodePoint(number < SURROGATES.first ? number : number + SURROGATES.count);
}

/** The way back, by which fast-check mixes in words that are often handled wrongly, such as `__proto__`. */
function toNumber(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || character !== String.fromCodePoint(code)) throw new Error('this is not one character');
  return code < SURROGATES.first ? code : code - SURROGATES.count;
}

const escaped = fc.string({ unit: 'grapheme', maxLength: 8 }).map(encodeURIComponent);

export const webUrl = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.domain(),
    fc.option(fc.nat(65_535)),
    fc.array(fc.oneof(escaped, fc.constantFrom('', '~', 'a+b', "it's(1)", 'x&y=z', 'a:b@c;d,e')), { maxLength: 4 }),
    fc.option(escaped),
  )
  .map(([scheme, domain, port, path, query]) => {
    const authority = port === null ? domain : `${domain}:${port}`;
    return `${scheme}://${[authority, ...path].join('/')}${query === null ? '' : `?${query}`}`;
  });
