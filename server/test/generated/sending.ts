// A generated request as it goes over the wire, and what comes back.
import { request, type Agent, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { makeTar } from '../../src/archives/make-tar.ts';
import type { Credential } from './callers.ts';
import type { Generated } from './request-generator.ts';

export interface Sent {
  method: string;
  path: string;
  /** Names and values one behind the other, since a name may come twice. */
  headers: string[];
  body: string | Buffer | undefined;
}

export interface Got {
  /** 0 when there was no answer; then `text` says why. */
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const NO_ANSWER_MS = 20_000;

const archives = {
  good: gzipSync(await makeTar('app', [['realm.json', '{"version":"1.0.0"}']])),
  spoiled: Buffer.from('not an archive'),
};

/** `recall` gives what an earlier answer named, `number` is where among clients it comes from. */
export function toSend(
  generated: Generated,
  credential: Credential,
  recall: (given: unknown) => unknown,
  number: number,
): Sent {
  const { method, headers } = generated;
  const body = bodyOf(generated.body, recall);
  const isNamed = (name: string) => headers.some(([other]) => other === name);
  const type = 'archive' in generated.body ? 'application/gzip' : 'application/json';
  const given: [string, string][] = [['host', 'catalog.example']];
  if (!isNamed('x-forwarded-for')) given.push(['x-forwarded-for', `10.0.0.${number % 250}`]);
  if (body !== undefined) given.push(['content-length', String(Buffer.byteLength(body))]);
  if (body !== undefined && !isNamed('content-type')) given.push(['content-type', type]);
  for (const value of credential.authorization) given.push(['authorization', value]);
  return { method, path: pathOf(generated, recall, credential.slug), headers: [...given, ...headers].flat(), body };
}

function pathOf({ template, params, after, query }: Generated, recall: (given: unknown) => unknown, own?: string) {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = name === 'slug' && own ? own : recall(params[name]);
    return encoded(value) || '%20'; // nothing would be another path
  });
  const spelled = query.length % 2 === 0 ? filled.replace(/^\/api/, '') : filled;
  const path = template.startsWith('/api') ? `/v1${spelled}` : filled;
  const asked = query.map((part) =>
    typeof part === 'string' ? part : `${encoded(part[0])}=${encoded(recall(part[1]))}`,
  );
  return path + after.replaceAll(/[^\x21-\x7e]/g, encoded) + (asked.length > 0 ? `?${asked.join('&')}` : '');
}

function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(',') : JSON.stringify(value);
  return encodeURIComponent(text.toWellFormed());
}

function bodyOf(body: Generated['body'], recall: (given: unknown) => unknown): Sent['body'] {
  if ('json' in body) return JSON.stringify(body.json, (_key, one: unknown) => recall(one)) ?? '';
  if ('archive' in body) return archives[body.archive];
  return 'text' in body ? body.text : undefined;
}

export function send(url: string, { method, path, headers, body }: Sent, agent: Agent): Promise<Got> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const lost = (error: Error) => resolve({ status: 0, headers: {}, text: String(error) });
    const asked = request({ hostname, port, method, path, headers, agent, setHost: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => {
        const text = textOf(Buffer.concat(chunks), reply.headers['content-encoding']);
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text });
      });
      reply.on('error', lost);
    });
    asked.on('error', lost);
    asked.setTimeout(NO_ANSWER_MS, () => asked.destroy(new Error('no answer')));
    asked.end(body);
  });
}

const decoders = new Map<string, (bytes: Buffer) => Buffer>([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]);

/** The answer to HEAD names a coding and has no body. */
function textOf(bytes: Buffer, coding = ''): string {
  const decode = decoders.get(coding);
  return String(decode && bytes.length > 0 ? decode(bytes) : bytes);
}
