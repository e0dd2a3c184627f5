// What each program works with, and what it answers.
import { readFileSync } from 'node:fs';

const [, , url = '', key = '', file = ''] = process.argv;

/** The base address of the catalog. */
export const baseUrl = `${url}/v1`;
export { key };
export const archive = new Blob([readFileSync(file)]);

export function fail(problem: unknown): never {
  throw new Error(JSON.stringify(problem));
}

/** Prints what was created and downloaded, for the test to compare. */
export async function report(total: number, slug: string, version: string, downloadUrl: string): Promise<void> {
  const bytes = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
  console.log(JSON.stringify({ total, slug, version, archive: bytes.toString('base64') }));
}
