// Answers of the catalog that are kept to be asked for again by their ETag: a 304 costs the catalog and the network next to nothing.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UnexpectedResponseError, type Exchange } from '@realm-catalog/client';
import { writeFileAtomically } from '../files/atomic-file.ts';
import type { CommandContext } from '../context.ts';
import { cacheFolder } from '../settings/paths.ts';
import { removeOldest } from '../files/remove-oldest.ts';

interface KeptAnswer {
  etag: string;
  /** Of `data`: an answer that was damaged on the disk is not used. */
  sha256: string;
  data: string;
}

const MAX_ANSWERS = 200;
const MAX_BYTES = 1_024 * 1_024;

/** Asks with the ETag of the kept answer, if there is one. `name` tells answers of one caller and catalog apart. Only a 200 is kept. */
export async function askAgain<Data>(
  context: CommandContext,
  name: string,
  ask: (headers: Record<string, string>) => Promise<Exchange<Data | undefined>>,
): Promise<Data> {
  const folder = join(cacheFolder(context.env), 'answers');
  const token = (await context.credential())?.token ?? '';
  const path = join(folder, sha256(JSON.stringify([context.settings.registry, token, name])));
  const kept = await readAnswer(path);
  const { data, status, headers } = await ask(kept ? { 'if-none-match': kept.etag } : {});
  if (status === 304 && kept) return JSON.parse(kept.data) as Data;
  if (!data)
    throw new UnexpectedResponseError(`${context.settings.registry} sent an empty response (status ${status}).`);
  const etag = headers.get('etag');
  if (status === 200 && etag) await keep(folder, path, etag, JSON.stringify(data)).catch(context.goOnWithoutCache);
  return data;
}

async function readAnswer(path: string): Promise<KeptAnswer | undefined> {
  try {
    const answer = JSON.parse(await readFile(path, 'utf8')) as KeptAnswer;
    return answer.sha256 === sha256(answer.data) ? answer : undefined;
  } catch {
    return undefined; // none, or one that is damaged: it is asked for anew
  }
}

async function keep(folder: string, path: string, etag: string, data: string): Promise<void> {
  if (data.length > MAX_BYTES) return;
  const answer: KeptAnswer = { etag, sha256: sha256(data), data };
  await writeFileAtomically(path, JSON.stringify(answer));
  await removeOldest(folder, MAX_ANSWERS);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
