// The scenarios that all clients share, from scenarios.json (../README.md): what they name is put in, such as archives, answers and variables.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { makeTar } from '../../server/src/archives/make-tar.ts';
import type { Folder } from './folders.ts';

export type Values = Record<string, unknown>;

/** What a client must send. What is not named here must not be in the query, and may be in the headers. */
export interface ExpectedRequest {
  method: string;
  /** Below the folder of the scenario, without a query. */
  path: string;
  query?: Record<string, string | string[]>;
  /** `null`: is absent. `"${name}"`: any text, the same wherever this name stands in the scenario. */
  headers?: Record<string, string | null>;
  /** JSON. */
  body?: unknown;
  /** The name of the archive that is the body. */
  archive?: string;
  /** Of a body that is neither. */
  bytes?: number;
  /** Whether it comes to the server that is not the catalog: no credential may. */
  elsewhere?: boolean;
  /** It comes so long after the answer before, at least. */
  afterMs?: number;
}

interface Answer {
  /** 200 unless it is named. */
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  /** A problem of the catalog with this code, and further fields of it. */
  problem?: Values & { code: string };
  text?: string;
  /** The name of the archive whose bytes these are, from the byte `from`. */
  archive?: string;
  from?: number;
  /** A body of so many blanks. */
  blanks?: number;
  /** The connection is cut before the answer, or after so many bytes of its body. */
  cut?: 'before' | number;
  /** No answer comes. */
  hangs?: boolean;
}

export interface Exchange {
  request: ExpectedRequest;
  answer: Answer;
  /** 1 unless it is named. */
  times?: number;
}

interface Step extends Values {
  /** Its name. */
  archive?: string;
}

/** `null`: the client has none. */
interface ClientOptions {
  baseUrl?: string;
  token?: string | null;
  retry?: Values;
  timeout?: Values;
}

type Expectation = { result: unknown } | { error: Values };

export interface Scenario {
  name: string;
  /** Options of the client beside those that every scenario has. */
  client?: ClientOptions;
  steps: Step[];
  expect: Expectation[];
}

export interface StandInScenario extends Scenario {
  exchanges: Exchange[];
}

interface CatalogScenario extends Scenario {
  /** Whether the client has a token. */
  account?: boolean;
}

/** Files of archives: in tar.gz, below a folder with the archive's name. */
type Files = Record<string, string>;

interface Document {
  archives: Record<string, Files>;
  folders: Record<string, Folder>;
  answers: Record<string, Values>;
  standIn: StandInScenario[];
  catalog: CatalogScenario[];
}

/** What a runner gets of a scenario. */
export type RunnableScenario = Pick<Scenario, 'name' | 'steps'> & { client: Values };

export interface Scenarios {
  standIn: StandInScenario[];
  catalog: CatalogScenario[];
  archives: Record<string, Buffer>;
  folders: Record<string, Folder>;
  /** `size.blog`, `last.blog` (the number of its last byte), `sha256.blog`, `digest.blog` (as `Content-Digest` has it) and `base64.blog` of each archive. */
  variables: Values;
}

export async function readScenarios(): Promise<Scenarios> {
  const text = readFileSync(new URL('../scenarios.json', import.meta.url), 'utf8');
  const { archives: files, folders, answers, standIn, catalog } = JSON.parse(text) as Document;
  const archives: Record<string, Buffer> = {};
  for (const [name, one] of Object.entries(files)) archives[name] = await archiveOf(name, one);
  const variables = Object.fromEntries(Object.entries(archives).flatMap(([name, bytes]) => factsOf(name, bytes)));
  const complete = <Value>(value: Value) => filled(withAnswers(value, answers), variables);
  return { standIn: complete(standIn), catalog: complete(catalog), archives, folders, variables };
}

async function archiveOf(name: string, files: Files): Promise<Buffer> {
  return gzipSync(await makeTar(name, Object.entries(files)));
}

function factsOf(name: string, bytes: Buffer): [string, unknown][] {
  return Object.entries({
    size: bytes.length,
    last: bytes.length - 1,
    sha256: hash('sha256', bytes),
    digest: hash('sha256', bytes, 'base64'),
    base64: bytes.toString('base64'),
  }).map(([fact, value]) => [`${fact}.${name}`, value]);
}

/** Puts the named answer in place of each `{ "is": "name", … }`, with the other fields in place of its own. */
function withAnswers<Value>(value: Value, answers: Record<string, Values>): Value;
function withAnswers(value: unknown, answers: Record<string, Values>): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withAnswers(one, answers));
  if (typeof value !== 'object' || value === null) return value;
  const { is, ...own } = value as Values;
  const fields = Object.entries(own).map(([name, one]) => [name, withAnswers(one, answers)]);
  if (typeof is !== 'string') return Object.fromEntries(fields);
  const named = answers[is];
  if (!named) throw new Error(`There is no answer “${is}”`);
  return { ...withAnswers(named, answers), ...Object.fromEntries(fields) };
}

/** Puts variables in place of each `${name}` that is known; a text that is nothing else becomes the value itself. */
export function filled<Value>(value: Value, variables: Values): Value;
export function filled(value: unknown, variables: Values): unknown {
  if (typeof value === 'string') return filledText(value, variables);
  if (Array.isArray(value)) return value.map((one: unknown) => filled(one, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, variables)]));
}

function filledText(text: string, variables: Values): unknown {
  const [, alone = ''] = /^\$\{([\w.-]+)\}$/.exec(text) ?? [];
  if (alone in variables) return variables[alone];
  return text.replaceAll(/\$\{([\w.-]+)\}/g, (whole, name: string) =>
    name in variables ? String(variables[name]) : whole,
  );
}

/** Retries come at once, and the time suffices on a slow machine. */
const retry = { retries: 2, minDelay: 1, maxDelay: 5, maxRetryAfter: 60_000 };
const timeout = { attempt: 30_000, total: 120_000 };

/** A scenario as a runner gets it; its own options of the client win. */
export function runnable(
  { name, client = {}, steps }: Scenario,
  archives: Scenarios['archives'],
  options: ClientOptions & { baseUrl: string },
): RunnableScenario {
  const { token, ...all } = { ...options, ...filled(client, { base: options.baseUrl }) };
  return {
    name,
    client: {
      ...all,
      ...(token && { token }),
      retry: { ...retry, ...client.retry },
      timeout: { ...timeout, ...client.timeout },
    },
    steps: steps.map(({ archive, ...step }) => ({
      ...step,
      ...(archive && { archive: archives[archive]?.toString('base64') ?? '' }),
    })),
  };
}
