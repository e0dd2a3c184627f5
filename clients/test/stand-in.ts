// A server in the place of a catalog that plays the exchanges of the scenarios, each in a folder of its own, and reports what a client sends otherwise.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { filled, type Exchange, type ExpectedRequest, type Scenarios, type StandInScenario } from './scenarios.ts';

export interface StandIn extends AsyncDisposable {
  /** The folder of a scenario on this server. */
  baseUrl(scenario: StandInScenario): string;
  /** What was not as this scenario has it. */
  deviations(scenario: StandInScenario): string[];
}

/** What arrived of the answer before the cut may be lost to a client that has not read it by then. */
const BEFORE_CUT_MS = 250;
/** Timers may fire a little early. */
const EARLY_MS = 20;

/** The state of one scenario. */
interface Play {
  exchanges: Exchange[];
  next: number;
  deviations: string[];
  /** The values that `"${name}"` in request headers stands for. */
  captured: Map<string, string>;
  answeredAt: number;
  urls: Record<'base' | 'elsewhere' | 'otherPort', string>;
}

interface Received {
  request: IncomingMessage;
  url: URL;
  body: Buffer;
  isElsewhere: boolean;
}

export async function startStandIn({ standIn: scenarios, archives }: Scenarios): Promise<StandIn> {
  const [catalog, other] = [createServer(), createServer()];
  const [port, otherPort] = await Promise.all([portOf(catalog), portOf(other)]);
  const plays = scenarios.map((scenario, at) => playOf(scenario, { port, otherPort, folder: `/s${at}` }));

  async function answer(request: IncomingMessage, response: ServerResponse, isElsewhere: boolean): Promise<void> {
    const url = new URL(request.url ?? '', 'http://stand-in');
    const [, number = '', path = ''] = /^\/s(\d+)(\/.*)$/.exec(url.pathname) ?? [];
    const play = plays[Number(number)];
    url.pathname = path;
    const body = await buffer(request).catch(() => Buffer.alloc(0));
    if (!play) return void response.writeHead(404).end();
    const exchange = play.exchanges[play.next++];
    const said = `${request.method} ${url.pathname}${url.search}`;
    if (!exchange) {
      play.deviations.push(`${said} is one request too many`);
      return void response.writeHead(400, { 'content-type': 'application/problem+json' }).end('{"code":"unexpected"}');
    }
    for (const what of deviationsOf({ request, url, body, isElsewhere }, exchange.request, archives, play))
      play.deviations.push(`request ${play.next}, ${said}: ${what}`);
    await send(response, filled(exchange.answer, play.urls), archives);
    play.answeredAt = performance.now();
  }

  for (const server of [catalog, other])
    server.on('request', (request, response) => void answer(request, response, server === other));
  const playOfScenario = (scenario: StandInScenario) => plays[scenarios.indexOf(scenario)] as Play;
  return {
    baseUrl: (scenario) => playOfScenario(scenario).urls.base,
    deviations(scenario) {
      const { deviations, exchanges, next } = playOfScenario(scenario);
      const missing = exchanges.slice(next).map(({ request: { method, path } }) => `${method} ${path} did not come`);
      return [...deviations, ...missing];
    },
    async [Symbol.asyncDispose]() {
      for (const server of [catalog, other]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

function playOf(
  { exchanges }: StandInScenario,
  { port, otherPort, folder }: { port: number; otherPort: number; folder: string },
): Play {
  const base = `http://127.0.0.1:${port}${folder}`;
  const elsewhere = `http://localhost:${otherPort}${folder}`;
  return {
    exchanges: exchanges.flatMap((exchange) => Array.from({ length: exchange.times ?? 1 }, () => exchange)),
    next: 0,
    deviations: [],
    captured: new Map(),
    answeredAt: 0,
    urls: { base, elsewhere, otherPort: `http://127.0.0.1:${otherPort}${folder}` },
  };
}

/** In what a request is not the one that is expected. */
function deviationsOf(
  { request, url, body, isElsewhere }: Received,
  expected: ExpectedRequest,
  archives: Scenarios['archives'],
  play: Play,
): string[] {
  const early = (expected.afterMs ?? 0) - EARLY_MS - (performance.now() - play.answeredAt);
  return [
    request.method !== expected.method && `the method is not ${expected.method}`,
    !isDeepStrictEqual(segments(url.pathname), segments(expected.path)) && `the path is not ${expected.path}`,
    !isDeepStrictEqual(queryOf(url), expected.query ?? {}) &&
      `the query is not ${JSON.stringify(expected.query ?? {})}`,
    isElsewhere !== (expected.elsewhere ?? false) && 'it came to the wrong server',
    early > 0 && `it came ${early} ms too early`,
    ...headerDeviations(request, expected, play.captured),
    ...bodyDeviations(body, expected, archives),
  ].filter((what) => what !== false);
}

const segments = (path: string) => path.split('/').map(decodeURIComponent);

/** A parameter that came more than once has a list. */
function queryOf({ searchParams }: URL): ExpectedRequest['query'] {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length > 1 ? values : String(values[0])];
    }),
  );
}

function headerDeviations(
  { headers: sent }: IncomingMessage,
  { headers: expected = {}, elsewhere }: ExpectedRequest,
  captured: Play['captured'],
): string[] {
  const all = { ...(elsewhere && { authorization: null, cookie: null }), ...expected };
  return Object.entries(all).flatMap(([name, wanted]) => {
    const value = wanted === null ? null : String(wanted);
    // Some platforms send one of them twice.
    const found = sent[name] === undefined ? null : [...new Set(String(sent[name]).split(', '))].join(', ');
    const [, variable] = /^\$\{(\w+)\}$/.exec(value ?? '') ?? [];
    if (variable && found) {
      const first = captured.get(variable) ?? found;
      captured.set(variable, first);
      return first === found ? [] : [`${name} is another than before`];
    }
    return found === value
      ? []
      : [`${name} is ${found ? `“${found}”` : 'absent'}, not ${value ? `“${value}”` : 'absent'}`];
  });
}

function bodyDeviations(body: Buffer, expected: ExpectedRequest, archives: Scenarios['archives']): string[] {
  if (expected.archive !== undefined)
    return body.equals(archives[expected.archive] ?? body) ? [] : ['it is another archive'];
  if (expected.bytes !== undefined) return body.length === expected.bytes ? [] : [`it has ${body.length} bytes`];
  if (expected.body === undefined) return body.length === 0 || body.toString() === '{}' ? [] : ['it has a body'];
  return isDeepStrictEqual(parsed(body), expected.body) ? [] : [`the body is ${body.toString().slice(0, 500)}`];
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

async function send(
  response: ServerResponse,
  answer: Exchange['answer'],
  archives: Scenarios['archives'],
): Promise<void> {
  if (answer.hangs) return;
  if (answer.cut === 'before') return void response.socket?.destroy();
  const { status = 200, headers = {} } = answer;
  const [type, body] = bodyOf(answer, status, archives);
  const length = { 'content-length': body.length };
  response.writeHead(status, { ...(type && { 'content-type': type }), ...(status !== 204 && length), ...headers });
  if (answer.cut === undefined) return void response.end(body);
  await new Promise((resolve) => response.write(body.subarray(0, answer.cut as number), resolve));
  await setTimeout(BEFORE_CUT_MS);
  response.socket?.destroy();
}

function bodyOf(
  { json, problem, text, archive, from = 0, blanks }: Exchange['answer'],
  status: number,
  archives: Scenarios['archives'],
): [type: string | undefined, body: Buffer] {
  if (archive !== undefined) return ['application/gzip', archives[archive]?.subarray(from) ?? Buffer.alloc(0)];
  if (blanks !== undefined) return ['application/json', Buffer.alloc(blanks, ' ')];
  if (text !== undefined) return ['text/html', Buffer.from(text)];
  if (json !== undefined) return ['application/json', Buffer.from(JSON.stringify(json))];
  if (!problem) return [undefined, Buffer.alloc(0)];
  const { code } = problem;
  const fields = {
    type: `urn:realm-catalog:problem:${code}`,
    title: code,
    status,
    detail: `It is ${code}.`,
    ...problem,
  };
  return ['application/problem+json; charset=utf-8', Buffer.from(JSON.stringify(fields))];
}
