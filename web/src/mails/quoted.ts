// Texts that people have chosen, such as the name of a key, in a mail: short, in quotes, and without anything that a mail program makes a link of.

/** All but letters, digits, symbols and some punctuation: no colon, no at sign, no quote, nothing that is invisible or turns the direction. */
const UNQUOTED = /[^\p{L}\p{M}\p{N}\p{S}_()+,;/.'-]+/gu;
/** An address of IPv4 looks like such a version, of which three numbers are enough. */
const LONG_VERSION = /(\d+\.\d+\.\d+)(?:\.\d+)+/g;
/** Seven digits or more, with no word between them, may be a telephone number; an "x" is a placeholder in some. */
const TELEPHONE_NUMBER = /\p{Nd}(?:(?:[^\p{L}\p{M}\p{Nd}_]|x)*\p{Nd}){6,}/giu;
const DOT_OF_DOMAIN = /\.(?=[\p{L}\p{M}])/gu;

/** What only looks like a usual sign, such as a wide dot, becomes that sign first. */
export function quoted(text: string, maxLength: number): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(UNQUOTED, ' ')
    .replaceAll(/\/{2,}/g, ' ')
    .replaceAll(LONG_VERSION, '$1')
    .replaceAll(/ +/g, ' ')
    .trim();
  const letters = Array.from(plain);
  const short = letters.length > maxLength ? `${letters.slice(0, maxLength).join('')}…` : plain;
  return `“${short.replaceAll(DOT_OF_DOMAIN, '(dot)').replaceAll(TELEPHONE_NUMBER, inGroups)}”`;
}

/** No program takes such groups for one number: “900_555_0100”. */
function inGroups(number: string): string {
  return (number.match(/\p{Nd}{1,4}/gu) ?? []).join('_');
}
