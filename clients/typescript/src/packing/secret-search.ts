// Finds tokens and keys in the text of a file, which should not be published.
import { contentRules, MAX_SECRET_CHARACTERS, type ContentRule } from './secret-patterns.ts';

export interface FoundSecret {
  path: string;
  /** Continues a sentence that begins with the path. */
  reason: string;
}

/** What is further on in a file is not looked at: it is data, and no text that somebody wrote. */
export const MAX_SEARCHED_BYTES = 16 * 1_024 ** 2;

/** The search in one file: it is given the next part of the text, in which each byte is one character (`latin1`), and says why the file is probably a secret. */
export function searchText(): (part: string) => string | undefined {
  let end = '';
  return (part) => {
    const text = end + part;
    end = text.slice(-MAX_SECRET_CHARACTERS);
    const rule = ruleThatFinds(text);
    return rule && `holds ${rule.what}`;
  };
}

const spreadRules = contentRules.filter(({ isSpread }) => isSpread);
const tokenRules = contentRules.filter(({ isSpread }) => !isSpread);
/** Whether any of them may fit: one pattern in place of ninety. */
const ANY_TOKEN = new RegExp(tokenRules.map(({ pattern }) => `(?:${pattern.source})`).join('|'));

function ruleThatFinds(text: string): ContentRule | undefined {
  const spread = spreadRules.find(({ pattern }) => pattern.test(text));
  if (spread) return spread;
  for (const run of longRuns(text)) {
    const found = ANY_TOKEN.test(run) ? tokenRules.find((rule) => isIn(run, rule)) : undefined;
    if (found) return found;
  }
  return undefined;
}

function isIn(text: string, { pattern, isReal }: ContentRule): boolean {
  if (!isReal) return pattern.test(text);
  for (const [secret] of text.matchAll(new RegExp(pattern, `${pattern.flags}g`))) if (isReal(secret)) return true;
  return false;
}

/** No token is shorter, and few words of a text are as long: so most of a text is stepped over. */
const MIN_TOKEN_CHARACTERS = 20;
const isTokenCharacter = Array.from({ length: 256 }, (_, code) => /[\w.~+/=:$@-]/.test(String.fromCharCode(code)));

/** The runs of characters that tokens are made of, as far as they are long enough to be or to hold one. */
function* longRuns(text: string): Generator<string> {
  const isPart = (at: number) => isTokenCharacter[text.charCodeAt(at)] === true;
  for (let at = MIN_TOKEN_CHARACTERS - 1; at < text.length; at += MIN_TOKEN_CHARACTERS) {
    if (!isPart(at)) continue; // no run of this length ends before
    let begin = at;
    while (isPart(begin - 1)) begin -= 1;
    while (isPart(at)) at += 1;
    if (at - begin >= MIN_TOKEN_CHARACTERS) yield text.slice(begin, at);
  }
}
