// What a hostile provider of identities, S3 store or mail server costs the catalog that asks it: time of its event loop, and memory.
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { aCatalog, type Tortured } from '../faults/catalog.ts';
import { anArchive, create, download, expect, openAccount, publish, upload, type Opened } from '../faults/visits.ts';
import {
  drip,
  endless,
  json,
  startHostileServer,
  upgrade,
  type Answer,
} from '../server/test/support/servers/hostile.ts';
import { impatient } from '../server/test/support/store-timeouts.ts';
import { addAccount, openStore } from './mails.ts';
import type { Measured } from './measure.ts';

const MIB = 1_024 ** 2;
/** The process of an empty catalog takes some 200. */
const MAX_MEMORY_BYTES = 512 * MIB;
const KIB_127 = 127 * 1_024;
const TIMES = 3;
/** A server that never comes to an end is left after two minutes. */
const MAX_MAIL_MS = 130_000;
const POLL_MS = 20;

interface Attack {
  answer: Answer;
  /** Takes until a time is over: too long for `npm test`. */
  isLong?: boolean;
}

const send = (text: string, type: string) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': type }).end(text);

function packed(response: ServerResponse): void {
  const gzip = createGzip();
  gzip.pipe(response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }));
  const fill = () => response.destroyed || gzip.write(Buffer.alloc(MIB), () => setImmediate(fill));
  fill();
}

/** Without an end, and never a body. */
function headers({ socket }: ServerResponse): void {
  socket?.write('HTTP/1.1 200 OK\r\n');
  const more = () => socket?.destroyed || socket?.write('a: b\r\n'.repeat(1_000), () => setImmediate(more));
  more();
}

const anywhere: Record<string, Attack> = {
  'a body that never ends': { answer: (response) => endless(response) },
  'an error that never ends': { answer: (response) => endless(response.writeHead(500)) },
  'headers that never end': { answer: headers },
  'a redirect to itself': { answer: (response, { url }) => response.writeHead(307, { location: url }).end() },
  'a body of a byte now and then': { answer: drip, isLong: true },
  silence: { answer: () => undefined, isLong: true },
};

const ofProvider: Record<string, Attack> = {
  ...anywhere,
  'another protocol': { answer: upgrade },
  'a body that never ends when it is unpacked': { answer: packed },
  'JSON in 100,000 levels': { answer: send('['.repeat(100_000), 'application/json') },
  'JSON of many fields': {
    answer: send(`{${Array.from({ length: 13_000 }, (_, at) => `"${at.toString(36)}":0`).join()}}`, 'application/json'),
  },
  'JSON of 127 KiB in one text': { answer: send(`{"sub":"${'x'.repeat(KIB_127)}"}`, 'application/json') },
};

const ofStore: Record<string, Attack> = {
  ...anywhere,
  'another protocol': { answer: upgrade, isLong: true },
  'XML in 170,000 levels': { answer: send('<a>'.repeat(170_000), 'application/xml') },
  'XML of 100,000 references': { answer: send(`<a>${'&amp;'.repeat(100_000)}</a>`, 'application/xml') },
  'XML that is an error in 40,000 elements': {
    answer: (response) => response.writeHead(404).end(`<Error>${'<Code>a</Code>'.repeat(35_000)}</Error>`),
  },
};

/** No body follows: what has one is silence until it ends. */
const ofHead: Record<string, Attack> = {
  'headers that never end': { answer: headers },
  'a redirect to itself': { answer: (response, { url }) => response.writeHead(307, { location: url }).end() },
  'an error': { answer: (response) => response.writeHead(500).end() },
  'no size': { answer: (response) => response.writeHead(200).end() },
  'too large a size': { answer: (response) => response.writeHead(200, { 'content-length': '1'.repeat(300) }).end() },
  silence: { answer: () => undefined, isLong: true },
};

const answering = (request: IncomingMessage) => new URL(request.url ?? '', 'http://any').pathname;

/** A provider that answers as it should but on one path; `next` is what it answers there. */
async function startProvider() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'a', alg: 'EdDSA' }];
  const flow = { nonce: '' };
  const next: { path: string; answer: Answer | undefined } = { path: '', answer: undefined };
  function idToken(): string {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { iss: server.url, aud: 'catalog', sub: 'somebody', nonce: flow.nonce, iat, exp: iat + 600 };
    const parts = [{ alg: 'EdDSA', kid: 'a' }, claims];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
  }
  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer: server.url,
      authorization_endpoint: `${server.url}/authorize`,
      token_endpoint: `${server.url}/token`,
      jwks_uri: `${server.url}/keys`,
      userinfo_endpoint: `${server.url}/userinfo`,
      id_token_signing_alg_values_supported: ['EdDSA'],
    }),
    '/token': () => ({ access_token: 'a', token_type: 'Bearer', id_token: idToken() }),
    '/keys': () => ({ keys }),
    '/userinfo': () => ({ sub: 'somebody', preferred_username: 'somebody' }),
  };
  const server = await startHostileServer((response, request) => {
    const path = answering(request);
    if (path === next.path && next.answer) next.answer(response, request);
    else json(response, answers[path]?.());
  });
  return { server, next, flow };
}

/** Signs somebody in as far as the provider lets it; returns the last status. */
async function signIn(catalog: Tortured, flow: { nonce: string }): Promise<number> {
  const begun = await catalog.ask('/sign-in/provider', { headers: { 'sec-fetch-site': 'same-origin' } });
  if (begun.status !== 302) return begun.status;
  const { searchParams } = new URL(begun.headers.get('location') ?? '');
  flow.nonce = searchParams.get('nonce') ?? '';
  const cookie = (begun.headers.get('set-cookie') ?? '').replace(/;.*/, '');
  const back = `/sign-in/provider/callback?code=a&state=${searchParams.get('state')}`;
  return (await catalog.ask(back, { headers: { cookie } })).status;
}

/** A store in memory that answers as it should but where `next` says, and always says that the bucket is there; it verifies no signature. */
async function startStore() {
  const objects = new Map<string, Buffer>();
  const next: { method: string; answer: Answer | undefined; met: number } = { method: '', answer: undefined, met: 0 };
  const server = await startHostileServer(async (response, request) => {
    const { method = '' } = request;
    const path = answering(request);
    const isBucket = /^\/bucket\/?$/.test(path);
    if (method === next.method && next.answer && !(isBucket && method === 'HEAD')) {
      next.met += 1;
      next.answer(response, request);
      return;
    }
    if (method === 'PUT') objects.set(path, await buffer(request));
    if (method === 'DELETE') objects.delete(path);
    if (method === 'GET' && isBucket) return response.end('<ListBucketResult></ListBucketResult>');
    const found = isBucket || method === 'PUT' || method === 'DELETE' ? Buffer.alloc(0) : objects.get(path);
    if (!found) return response.writeHead(404).end(method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code></Error>');
    const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '');
    const body = range ? found.subarray(Number(range[1]), Number(range[2]) + 1) : found;
    const facts = { etag: '"a"', 'content-length': body.length, 'last-modified': new Date().toUTCString() };
    const part = range && { 'content-range': `bytes ${range[1]}-${range[2]}/${found.length}` };
    return response.writeHead(range ? 206 : 200, { ...facts, ...part }).end(method === 'HEAD' ? undefined : body);
  });
  return { server, next };
}

const probe = new URL('./probe.ts', import.meta.url).href;
const start = async (env: Record<string, string>) => {
  const catalog = await aCatalog({ env, node: ['--expose-gc', '--import', probe] });
  await catalog.start();
  return catalog;
};

/** The most memory that the process had so far. Linux says it. */
const peakOf = ({ pid }: Tortured) =>
  Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;

/** Does what meets each attack some times, and makes one row of them. `meet` fails if the catalog answers other than it should. */
async function rowOf(
  catalog: Tortured,
  name: string,
  attacks: [name: string, meet: () => Promise<void>][],
  more: Partial<Measured>,
): Promise<Measured> {
  const tell = async (question: string) => (await catalog.tell({ question })) as { busy: number; held: number };
  await attacks[0]?.[1](); // what is loaded and compiled with the first is none of their cost
  const { held: before } = await tell('memory');
  let meetings = 0;
  const costs: { name: string; busy: number; ms: number }[] = [];
  for (const [attack, meet] of attacks) {
    let [busy, ms] = [Infinity, Infinity];
    for (let at = 0; at < TIMES && busy > 10; at += 1) {
      await tell('begin');
      const begun = performance.now();
      await meet();
      meetings += 1;
      ms = Math.min(ms, performance.now() - begun);
      busy = Math.min(busy, (await tell('delay')).busy);
    }
    costs.push({ name: attack, busy, ms });
  }
  const { held: after } = await tell('memory');
  const peak = peakOf(catalog);
  assert.ok(peak <= MAX_MEMORY_BYTES, `${name}: ${peak} bytes of memory`);
  const worst = costs.toSorted((a, b) => b.busy - a.busy)[0];
  return {
    name,
    worst: `${worst?.name}; ${(peak / MIB).toFixed(0)} MiB of memory at most`,
    heldUpMs: worst?.busy ?? 0,
    answeredMs: Math.max(...costs.map(({ ms }) => ms)),
    keptBytes: (after - before) / meetings,
    ...more,
  };
}

const chosen = (attacks: Record<string, Attack>, withLong: boolean) =>
  Object.entries(attacks).filter(([, { isLong }]) => withLong || !isLong);

async function measureProvider(withLong: boolean): Promise<Measured[]> {
  const { server, next, flow } = await startProvider();
  await using provider = server;
  const env = { OIDC_ISSUER: provider.url, OIDC_CLIENT_ID: 'catalog', OIDC_CLIENT_SECRET: 'secret' };
  await using catalog = await start(env);
  const rows: Measured[] = [];
  const steps = {
    'discovery document': '/.well-known/openid-configuration',
    tokens: '/token',
    keys: '/keys',
    UserInfo: '/userinfo',
  };
  for (const [what, path] of Object.entries(steps)) {
    const status = what === 'discovery document' ? 503 : 401;
    const attacks = chosen(ofProvider, withLong).map(([name, { answer }]): [string, () => Promise<void>] => [
      name,
      async () => {
        Object.assign(next, { path, answer });
        assert.equal(await signIn(catalog, flow), status, `${what}: ${name}`);
      },
    ]);
    rows.push(await rowOf(catalog, `Another provider: its ${what}`, attacks, { maxAnsweredMs: 12_000 }));
  }
  next.answer = undefined;
  assert.equal(await signIn(catalog, flow), 302, 'an answer as it should be');
  return rows;
}

async function measureStore(withLong: boolean): Promise<Measured[]> {
  const { server, next } = await startStore();
  await using store = server;
  const at = { ARCHIVES_URL: 's3://bucket/here', S3_ENDPOINT: store.url, S3_LINKS: 'through' };
  await using catalog = await start({ ...at, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret', ...impatient });
  const key = await openAccount(catalog.url);
  const { slug } = await publish(catalog.url, key, 'Stored', anArchive(10_000));
  const unseen = await publish(catalog.url, key, 'Unseen', anArchive(10_000));
  const meets = {
    GET: async () => {
      const { downloadUrl } = expect(200, await download(catalog.url, slug)).body as { downloadUrl: string };
      const { pathname, search } = new URL(downloadUrl);
      return catalog.ask(pathname + search);
    },
    /** Whether an archive is there, which the catalog has not asked before. */
    HEAD: () => download(catalog.url, unseen.slug),
    PUT: async () => {
      const opened = expect(201, await create(catalog.url, key, 'Sent')).body as Opened;
      return upload(catalog.url, opened, anArchive());
    },
  };
  const rows: Measured[] = [];
  for (const [method, meet] of Object.entries(meets)) {
    const attacks = chosen(method === 'HEAD' ? ofHead : ofStore, withLong).map(
      ([name, { answer }]): [string, () => Promise<void>] => [
        name,
        async () => {
          Object.assign(next, { method, answer, met: 0 });
          assert.ok((await meet()).status >= 500, `${method}: ${name}`);
          assert.ok(next.met > 0, `${method}: ${name}: it did not ask`);
        },
      ],
    );
    const reason = 'the store of the operator, and no client, can send it';
    rows.push(await rowOf(catalog, `S3: its answer to ${method}`, attacks, { reason }));
  }
  next.answer = undefined;
  expect(200, await meets.GET());
  return rows;
}

interface Phrase {
  /** What the server says first. */
  greeting?: string;
  /** What it answers to whatever comes next. */
  answers?: string[];
  /** What it then says again and again. */
  endless?: string;
  /** And how long after each other. */
  pauseMs?: number;
  isLong?: boolean;
}

const GREETING = '220 a\r\n';
const accepted = ['250 a\r\n', '250 a\r\n', '250 a\r\n', '354 a\r\n'];

const ofMailServer: Record<string, Phrase> = {
  'a greeting that never ends': { greeting: '220-a\r\n', endless: '220-a\r\n'.repeat(1_000) },
  'a line that never ends': { greeting: 'a', endless: 'a'.repeat(10_000) },
  'no mail server': { greeting: '<h1>Welcome</h1>\r\n'.repeat(50_000) },
  'extensions that never end': { greeting: GREETING, answers: ['250-a\r\n'], endless: '250-A B\r\n'.repeat(1_000) },
  '100,000 extensions': { greeting: GREETING, answers: [`${'250-A B\r\n'.repeat(100_000)}250 A\r\n`] },
  'answers that nobody has asked for': {
    greeting: GREETING,
    answers: ['250 a\r\n'],
    endless: '250 a\r\n'.repeat(1_000),
  },
  'a mail that is refused without an end': {
    greeting: GREETING,
    answers: accepted,
    endless: '550-a\r\n'.repeat(1_000),
  },
  'a line now and then': {
    greeting: GREETING,
    answers: ['250-a\r\n'],
    endless: '250-a\r\n',
    pauseMs: 10,
    isLong: true,
  },
  silence: { isLong: true },
};

/** A server of mail that says what `next` has. */
async function startMailServer() {
  const next: { phrase: Phrase } = { phrase: {} };
  const server = createServer((socket) => {
    const { greeting = '', answers = [], endless: again, pauseMs } = next.phrase;
    const left = [...answers];
    const more = () => {
      if (socket.destroyed || !again) return;
      socket.write(again, () => void (pauseMs ? setTimeout(more, pauseMs) : setImmediate(more)));
    };
    socket.on('error', () => undefined);
    socket.on('data', () => {
      const said = left.shift();
      if (said === undefined) return;
      socket.write(said);
      if (left.length > 0) return;
      if (again) more();
      else socket.end();
    });
    socket.write(greeting);
    if (left.length === 0) more();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    next,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

async function measureMailServer(withLong: boolean): Promise<Measured[]> {
  await using server = await startMailServer();
  await using catalog = await start({ SMTP_URL: server.url, MAIL_FROM: 'Catalog <catalog@mail.example>' });
  const failures = () => catalog.logged.filter(({ kind }) => kind === 'reset').length;
  let people = 0;
  const attacks = Object.entries(ofMailServer)
    .filter(([, { isLong }]) => withLong || !isLong)
    .map(([name, phrase]): [string, () => Promise<void>] => [
      name,
      async () => {
        server.next.phrase = phrase;
        const email = `reader-${(people += 1)}@other.example`;
        using db = openStore(catalog);
        const id = addAccount(db, `reader-${people}`, email, true);
        const before = failures();
        const headers = { 'content-type': 'application/json' };
        const asked = await catalog.ask('/v1/auth/reset', { method: 'POST', headers, body: JSON.stringify({ email }) });
        assert.equal(asked.status, 204);
        const isDone = () =>
          failures() > before || !db.prepare('select 1 from mail_queue where account_id = ?').get(id);
        for (const end = performance.now() + MAX_MAIL_MS; !isDone(); await sleep(POLL_MS))
          assert.ok(performance.now() < end, `${name}: it goes on`);
      },
    ]);
  const reason = 'the mail server of the operator, and no client, can send it';
  return [await rowOf(catalog, 'Mail server: its answers', attacks, { reason, maxAnsweredMs: MAX_MAIL_MS })];
}

/** A row for each kind of request; without attacks that last until a time is over, if that is asked for. */
export async function measureHostileAnswers({ withLong }: { withLong: boolean }): Promise<Measured[]> {
  return [
    ...(await measureProvider(withLong)),
    ...(await measureStore(withLong)),
    ...(await measureMailServer(withLong)),
  ];
}
