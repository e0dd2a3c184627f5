// Words of the catalog that complete what is typed: slugs, versions, tags and categories. One short request without a token, or none; where it fails,
// nothing is completed.
import type { CatalogWord } from '../command.ts';
import { completionCache, type Completion, type KnownWords } from './completion-cache.ts';
import { readConfigFile } from '../settings/config-file.ts';
import type { Environment } from '../terminal/io.ts';
import type { GlobalOptions } from '../options.ts';
import { printableLine } from '../terminal/printable.ts';
import { createFetch } from '../settings/proxy.ts';
import { responseChunks } from '../catalog/response-chunks.ts';
import { settingsOf } from '../settings/settings.ts';
import { userAgent } from '../version.ts';
import { fit } from '../terminal/width.ts';

const TIMEOUT_MS = 1_000;
const MAX_BYTES = 262_144;
const MAX_WORDS = 50;
const MAX_MEANING = 60;
/** A catalog that does not answer is not asked again at once. */
const PAUSE_MS = 30_000;
/** Of the hourly limit, this part is left to commands. */
const RESERVED = 0.2;

type Named = Pick<GlobalOptions, 'registry' | 'profile'>;

export async function catalogWords(
  kind: CatalogWord,
  typed: string,
  named: Named,
  env: Environment,
): Promise<Completion[]> {
  try {
    const settings = settingsOf(
      { color: false, input: false, ...named },
      env,
      readConfigFile(env, () => undefined),
    );
    const [slug = '', version] = kind === 'realm' ? typed.split(/@(.*)/s) : [typed];
    if (version === undefined)
      return await begunWith(listOf(kind === 'realm' ? 'slug' : kind), typed, settings.registry, env);
    return await begunWith(versionsOf(slug), typed, settings.registry, env);
  } catch {
    return []; // a shell that completes nothing is better than one that complains
  }
}

/** Where words come from, and which of them are as they should be: a catalog may be hostile, and a shell shows them. */
interface Source {
  pattern: RegExp;
  /** Undefined for what no word begins with. */
  pathOf(typed: string): string | undefined;
  wordsOf(answer: Record<string, unknown>): Completion[];
}

const SLUG = /^[a-z0-9-]{1,64}$/;

function listOf(kind: Exclude<CatalogWord, 'realm'>): Source {
  if (kind === 'slug')
    return {
      pattern: SLUG,
      pathOf: (typed) => `/realms?limit=${MAX_WORDS}&${typed ? `q=${encodeURIComponent(typed)}` : 'sort=recent'}`,
      wordsOf: ({ realms }) => itemsOf(realms).map(({ slug, name }) => completionOf(slug, name)),
    };
  const list = kind === 'tag' ? 'tags' : 'categories';
  return {
    pattern: /^[a-z0-9][a-z0-9+.#-]{0,31}$/,
    pathOf: (typed) => `/${list}?limit=${MAX_WORDS}&prefix=${encodeURIComponent(typed)}`,
    wordsOf: (answer) =>
      itemsOf(answer[list]).map(({ value, count }) => completionOf(value, `${String(count)} realms`)),
  };
}

const versionsOf = (slug: string): Source => ({
  pattern: /^[a-z0-9-]{1,64}@[0-9A-Za-z.+-]{1,64}$/,
  pathOf: () => (SLUG.test(slug) ? `/realms/${slug}/versions` : undefined),
  wordsOf: ({ versions }) =>
    itemsOf(versions).map(({ version, yanked }) => completionOf(`${slug}@${String(version)}`, yanked ? 'yanked' : '')),
});

const itemsOf = (list: unknown) =>
  Array.isArray(list) ? (list as unknown[]).map((item) => Object(item) as Record<string, unknown>) : [];
const completionOf = (word: unknown, meaning: unknown): Completion => ({
  word: String(word),
  meaning: fit(printableLine(String(meaning)), MAX_MEANING),
});

async function begunWith(source: Source, typed: string, registry: string, env: Environment): Promise<Completion[]> {
  const known = await knownWords(source, typed, registry, env);
  return known.filter(({ word }) => word.startsWith(typed) && source.pattern.test(word)).slice(0, MAX_WORDS);
}

/** What was found for a shorter beginning will do, if it was all that there is. */
async function knownWords(source: Source, typed: string, registry: string, env: Environment): Promise<Completion[]> {
  if (typed.length > 130) return [];
  const cache = completionCache(env, registry);
  for (let length = 0; length <= typed.length; length += 1) {
    const path = source.pathOf(typed.slice(0, length));
    const found = path === undefined ? undefined : await cache.find(path);
    if (found && (found.isWhole || length === typed.length)) return found.words;
  }
  const path = source.pathOf(typed);
  if (path === undefined || (await cache.isPaused())) return [];
  const answer = await ask(registry, path, env).catch(() => undefined);
  if (!answer || answer.pausedUntil > Date.now())
    await tried(cache.pauseUntil(answer?.pausedUntil ?? Date.now() + PAUSE_MS));
  if (!answer) return [];
  const words = source.wordsOf(answer.body);
  await tried(cache.keep(path, { words, isWhole: answer.isWhole } satisfies KnownWords));
  return words;
}

/** The cache may be one that cannot be written. */
const tried = (work: Promise<void>) => work.catch(() => undefined);

interface Answer {
  body: Record<string, unknown>;
  isWhole: boolean;
  /** When the catalog may be asked again. */
  pausedUntil: number;
}

async function ask(registry: string, path: string, env: Environment): Promise<Answer> {
  const response = await createFetch(env)(`${registry}/v1/api${path}`, {
    headers: { accept: 'application/json', 'user-agent': userAgent() },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const number = (name: string) => Number(response.headers.get(`x-ratelimit-${name}`) ?? NaN);
  const isLittle = response.status === 429 || number('remaining') < number('limit') * RESERVED;
  const body = response.ok ? await readJson(response) : {};
  const { hasMore } = Object(body['pagination']) as { hasMore?: unknown };
  return { body, isWhole: hasMore !== true, pausedUntil: isLittle ? number('reset') * 1_000 || 0 : 0 };
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of responseChunks(response, TIMEOUT_MS)) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('This is too much for a list of words.');
    chunks.push(chunk);
  }
  return Object(JSON.parse(Buffer.concat(chunks).toString())) as Record<string, unknown>;
}
