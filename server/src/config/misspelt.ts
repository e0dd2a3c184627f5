// Finds a name in the environment that was probably meant as a setting: a catalog that ignored it might start on an empty store.
import { codePoints, editDistance } from '../search-index/words/similar-tokens.ts';

/** The names of other programs begin otherwise. Many begin with `DATABASE_`, `S3_`, `SITE_` or `SMTP_`. */
const OWN_PREFIX = /^(?:ARCHIVES_|DATABASE_POOL|DATABASE_REPLICA|QUOTA_|RATE_LIMIT_|STALE_READS|STORE_TIMEOUT)/;
/** Kubernetes and Docker name the addresses of services so. */
const OF_SERVICE = /_SERVICE_(?:HOST|PORT)|_PORT(?:_\d+_(?:TCP|UDP).*)?$/;

/** Other programs have these, which differ from a setting by a letter. */
const OF_OTHERS = new Set(['LOGLEVEL', 'PREVIEW', 'WORKER']);

/** `like` is the setting that it resembles, if there is one. */
export function findMisspelt(
  env: Record<string, string | undefined>,
  settings: string[],
): { name: string; like: string | undefined } | undefined {
  const known = new Set(settings.flatMap((name) => [name, `${name}_FILE`]));
  for (const [name, value] of Object.entries(env)) {
    if (!value || known.has(name) || OF_OTHERS.has(name) || OF_SERVICE.test(name)) continue;
    const word = name.toUpperCase().replace(/_FILE$/, '');
    const like = settings.find((setting) => isLike(word, setting));
    if (like !== undefined || OWN_PREFIX.test(word)) return { name, like };
  }
  return undefined;
}

/**
 * One letter differs, or two in a long name, but not both in its last word: DATABASE_SSL is another name than DATABASE_URL. In a short one, only the
 * order may differ: HOME is another name than HOST.
 */
function isLike(word: string, setting: string): boolean {
  if (word[0] !== setting[0]) return false;
  const edits = editDistance(codePoints(word), codePoints(setting), 2);
  if (setting.length < 6) return edits === 1 && sorted(word) === sorted(setting);
  if (edits < 2) return true;
  return edits === 2 && setting.length >= 10 && editDistance(lastWord(word), lastWord(setting), 2) < 2;
}

const lastWord = (name: string) => codePoints(name.slice(name.lastIndexOf('_') + 1));
const sorted = (word: string) => word.split('').toSorted().join('');
