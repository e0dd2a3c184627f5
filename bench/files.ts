// A realm with many files, published over HTTP, whose files are then read one by one.
import { gzipSync } from 'node:zlib';
import { makeTar } from '../server/src/archives/make-tar.ts';
import { seeded } from './random.ts';
import { text } from './words.ts';

const FILE_COUNT = 1_000;
const FILE_WORDS = 300;

/** Returns the address below which the files are; `fileAt` names each. */
export async function publishFiles(url: string, key: string): Promise<string> {
  const random = seeded(FILE_COUNT);
  const files = Array.from({ length: FILE_COUNT }, (_, at): [string, string] => [fileAt(at), text(random, FILE_WORDS)]);
  const { slug, version } = await publish(url, key, 'Many files', gzipSync(await makeTar('app', files)));
  return `/v1/api/realms/${slug}/versions/${version}/files`;
}

/** Creates a realm and uploads its archive. */
export async function publish(url: string, key: string, name: string, archive: Uint8Array<ArrayBuffer>) {
  const created = await fetch(`${url}/v1/api/realms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, description: 'Files to read one by one.', category: 'api' }),
  });
  const { slug, uploadToken } = (await created.json()) as { slug: string; uploadToken: string };
  const uploaded = await fetch(`${url}/v1/api/realms/${slug}/upload`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${uploadToken}`, 'content-type': 'application/gzip' },
    body: archive,
  });
  if (uploaded.status !== 201) throw new Error(`the files were refused: ${await uploaded.text()}`);
  const { version } = (await uploaded.json()) as { version: string };
  return { slug, version };
}

/** Registers an account, and returns a token of it. */
export async function signUp(url: string): Promise<string> {
  const account = { username: 'alice', password: 'correct horse battery staple' };
  const post = async (path: string) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${url}/v1/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(account) })).json();
  };
  await post('register');
  return ((await post('login')) as { token: string }).token;
}

export function fileAt(at: number): string {
  return `src/folder-${at % 20}/file-${at % FILE_COUNT}.txt`; // 20 divides 1,000, so each file is in one folder
}
