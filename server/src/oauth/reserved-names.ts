// The names that no application may have: those of the catalog itself, and names that look like them.

const PRODUCT = 'Realm';
/** A name of the catalog and nothing but these words beside it is a name of the catalog as well. None begins with another one. */
const WORDS = [
  'the',
  'official',
  'catalog',
  'cli',
  'command line',
  'app',
  'tool',
  'login',
  'sign in',
  'web',
  'client',
  'interface',
  'support',
  'terminal',
];
/** With one of these beside it, a name of the catalog is never part of another name. */
const PROGRAMS = ['cli', 'command line', 'terminal'];

/** Such as “2.0” at the end of a name. */
const VERSION = /[\s_-]v?[\d.]+$/iu;

/** `siteName` is the name that the operator gave the catalog. */
export function reservedNames(siteName: string): (name: string) => boolean {
  const words = `(?:${alternatives(WORDS)})*`;
  const names = `(?:${alternatives([PRODUCT, siteName])})s?`; // “Realm’s”, too
  const pattern = new RegExp(`^${words}${names}${words}$|${names}(?:${alternatives(PROGRAMS)})`, 'u');
  return (name) => [name, name.replace(VERSION, '')].some((text) => pattern.test(skeletonOf(text)));
}

function alternatives(texts: string[]): string {
  return texts.map(skeletonOf).filter(Boolean).join('|');
}

/**
 * The letters and digits of a text as they look: without case, accents and blanks, and with one character for all that look like it. Texts
 * that look alike have the same skeleton. Unicode has far longer tables (UTS 39); this one has what is on keyboards and in generators of
 * “fancy” text. The pages also say who made an application.
 */
function skeletonOf(text: string): string {
  const letters = Array.from(text.normalize('NFKD'), (letter) => {
    const lower = letter.toLowerCase();
    return lookAlikes.get(letter) ?? lookAlikes.get(lower) ?? lower;
  });
  return letters
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/** Digits, signs, and letters of Latin, Greek, Cyrillic, Armenian, Cherokee and Lisu, by what they look like. */
const lookAlikes = new Map(
  Object.entries({
    a: '4@ɑαаΑАᴀᎪꓮ',
    b: '8ßβвΒВʙᏴꓐ',
    c: '¢ϲсϹСᴄᏟꓚ',
    d: 'đðԁᴅᎠꓓ',
    e: '3€єεеΕЕᴇᎬꓰ',
    g: 'ɡցԍɢᏀꓖ',
    h: 'һнΗНʜᎻꓧ',
    k: 'κкΚКᴋᏦꓗ',
    l: '1|!iıɩιіӏΙІӀłʟɪᏞᏆꓡꓲ',
    m: 'мΜМᴍᎷꓟ',
    n: 'ոηпΝɴꓠ',
    o: '0øօοоΟОᴏꓳ',
    p: 'ρрΡРᴘᏢꓑ',
    r: 'гʀᎡꓣ',
    s: '5$ѕЅꜱꓢ',
    t: '7+τтΤТᴛᎢꓔ',
    u: 'սυᴜꓴ',
    v: 'νѵᴠᏙꓦ',
    w: 'ԝωᴡᎳꓪ',
    x: 'χхΧХꓫ',
    y: 'γуΥУʏꓬ',
    z: 'ΖᴢᏃꓜ',
  }).flatMap(([letter, others]) => Array.from(others, (other): [string, string] => [other, letter])),
);
