// Runs the scenarios that all clients share (../../README.md) with the client of TypeScript: they come on stdin, and a line of results of each goes to stdout.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { calls } from '../src/generated-calls.ts';
import { createClient, isCatalogError, type CallOptions, type Client, type ClientOptions } from '../src/index.ts';
import { downloadRealm, PackingError, publishFolder } from '../src/node/index.ts';

type Values = Record<string, unknown>;

interface Step {
  call: string;
  arguments?: Values;
  options?: Pick<CallOptions, 'idempotencyKey' | 'token'>;
  /** How many items of a list at most. */
  collect?: number;
  /** In Base64. */
  archive?: string;
  unpack?: boolean;
  /** The variables to set, and from which fields of the result. */
  save?: Record<string, string>;
}

interface Scenario {
  name: string;
  client: ClientOptions;
  steps: Step[];
}

type Method = (...args: unknown[]) => PromiseLike<unknown> & AsyncIterable<unknown>;

async function resultOf(client: Client, step: Step): Promise<unknown> {
  const { call, arguments: values = {}, options = {}, archive = '' } = step;
  const { slug = '', version } = values as { slug?: string; version?: string | undefined };
  const bytes = new Uint8Array(Buffer.from(archive, 'base64'));
  if (call === 'rateLimit') return client.rateLimit;
  if (call === 'realms.publish') return client.realms.publish(slug, bytes, options);
  if (call === 'realms.publishFolder') return published(client, slug, values, options);
  if (call === 'realms.upload') return client.realms.upload(slug, bytes, { ...options, token: options.token ?? '' });
  if (call === 'realms.downloadTo')
    return step.unpack ? unpacked(client, slug, version) : downloaded(client, slug, version, options);
  const [group = '', name = ''] = call.split('.');
  const method = (client as unknown as Record<string, Record<string, Method>>)[group]?.[name];
  if (!method) throw new Error(`There is no ${call}`);
  const args = argumentsOf(group, name, values);
  if (step.collect === undefined) return method(...args, options);
  return Array.fromAsync(method(...args, { ...options, max: step.collect }));
}

/** Without the size and the digest of the archive, which are those of a compressor. */
async function published(client: Client, slug: string, values: Values, options: CallOptions) {
  const { folder, files } = values as { folder: string; files?: string[] };
  const { version, filesSha256 } = await publishFolder(client, slug, folder, { ...options, files });
  return { slug, version, filesSha256 };
}

/** The parameters of the path in their order, and the rest as the query or the body. */
function argumentsOf(group: string, name: string, values: Values): unknown[] {
  const [, path = '', input = ''] = calls[group]?.[name] ?? [];
  const names = Array.from(path.matchAll(/\{(\w+)/g), ([, name = '']) => name);
  const rest = Object.fromEntries(Object.entries(values).filter(([key]) => !names.includes(key)));
  return [...names.map((key) => values[key]), ...(input === '' ? [] : [rest])];
}

async function downloaded(client: Client, slug: string, version: string | undefined, options: CallOptions) {
  const link = await client.realms.download(slug, { version }, options);
  const content = await new Response(client.downloadArchive(link) as never).arrayBuffer();
  const { size, sha256 } = link;
  return { version: link.version, size, sha256, content: Buffer.from(content).toString('base64') };
}

async function unpacked(client: Client, slug: string, version: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'realm-scenario-'));
  try {
    const { files } = await downloadRealm(client, slug, { to: join(folder, 'realm'), version });
    const paths = files.map(({ path }) => path).toSorted();
    return {
      files: Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, 'realm', path), 'base64')])),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function errorOf(error: unknown) {
  const local = error instanceof PackingError ? error.code : 'other';
  if (!isCatalogError(error)) return { kind: 'other', code: local, status: 0, requestId: '', errors: [] };
  const { kind, code, status, requestId, retryAfterMs = null, errors } = error;
  return { kind, code, status, requestId, retryAfterMs, errors };
}

/** Puts in the variables; a text that is one name alone becomes its value. */
function filled<Value>(value: Value, variables: Values): Value {
  const json = JSON.stringify(value).replaceAll(
    /"\$\{(\w+)\}"|\$\{(\w+)\}/g,
    (whole, alone?: string, part?: string) => {
      const found = variables[alone ?? part ?? ''];
      if (found === undefined) return whole;
      const text = JSON.stringify(found);
      return alone || typeof found !== 'string' ? text : text.slice(1, -1);
    },
  );
  return JSON.parse(json) as Value;
}

const { scenarios, variables } = JSON.parse(await text(process.stdin)) as { scenarios: Scenario[]; variables: Values };
for (const { name, client: options, steps } of scenarios) {
  const client = createClient(options);
  const known = { ...variables };
  const outcomes: object[] = [];
  for (const step of steps)
    try {
      const result = (await resultOf(client, filled(step, known))) ?? null;
      for (const [variable, field] of Object.entries(step.save ?? {})) known[variable] = (result as Values)[field];
      outcomes.push({ result });
    } catch (error) {
      outcomes.push({ error: errorOf(error) });
    }
  console.log(JSON.stringify({ name, steps: outcomes }));
}
