// The leak matrix, where a realm is named: on every route it shows to those who may see it, and is unknown to the others, byte for byte.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sortNames } from '@realm-catalog/contract';
import { aRealm, bearer, json, prepare, signUp, startCatalog, type Reply } from '../support/harness.ts';
import { testOnce } from '../support/once.ts';
import { isLarge } from '../support/stores.ts';
import { ownForm, signInToWeb } from '../support/web-session.ts';
import { askAs, absentLike, same, sending, whole, type Subject, type Target } from './answers.ts';
import {
  callersOf,
  called,
  groupedByApi,
  inTurn,
  mayChange,
  mayCurate,
  mayList,
  maySee,
  mayWrite,
  onPages,
  oneOfEach,
  signUpCallers,
  type TestCaller,
  type Callers,
} from './callers.ts';
import { checkedRoutes, exceptions } from './exceptions.ts';
import { openMatrix, type Matrix } from './matrix.ts';
import { publish } from './publishing.ts';
import { realmRequests, type RealmRequest } from './requests.ts';
import { parametersOf, routesOf, unknownParameters } from './routes.ts';
import { expectedFor } from './rules.ts';

/** With it there is `/metrics`, for whoever sends it. */
const METRICS_TOKEN = 'the-token-of-the-metrics';

const catalog = await startCatalog({}, { RATE_LIMIT_AUTHENTICATED: '1000000', METRICS_TOKEN });
after(() => catalog[Symbol.asyncDispose]());
const routes = routesOf(catalog);
const requests = realmRequests(catalog);
let callers: Callers;
let matrix: Matrix;
let owner: TestCaller;
let admin: TestCaller;
let subjects: Subject[];
let field: Subject;
let vault: Subject;
/** It is private as the vault is, and has no upload. */
let crypt: Subject;

prepare(async () => {
  callers = await signUpCallers(catalog);
  matrix = openMatrix(catalog);
  owner = called('the owner', callers);
  admin = called('an administrator', callers);
  const open = { description: 'Open to all.', category: 'saas' };
  const hidden = {
    description: 'Whispering gallery.',
    category: 'vaults',
    tags: ['hush'],
    visibility: 'private' as const,
  };
  field = await publish(catalog, owner, { ...open, name: 'Sunlit field', visibility: 'public' }, 'grass');
  const creek = await publish(catalog, owner, { ...open, name: 'Shaded creek', visibility: 'unlisted' }, 'fog');
  vault = await publish(catalog, owner, { ...hidden, name: 'Silent vault' }, 'gold');
  crypt = await publish(catalog, owner, { ...hidden, name: 'Hollow crypt' });
  subjects = [field, creek, vault, crypt];
});

test('every route of the server has parameters that the matrix can fill, and every exception is of a route', () => {
  const unknown = routes.filter((route) => unknownParameters(route).length > 0);
  assert.deepEqual(unknown, [], 'name their parameters in server/test/leaks/routes.ts');
  const named = [...Object.keys(exceptions), ...Object.values(checkedRoutes).flat()];
  assert.deepEqual(
    named.filter((route) => !routes.includes(route)),
    [],
  );
});

/** The address of a private preview has another signature every minute. */
const withoutSignature = (text: string) => text.replaceAll(/~\d+\.[\w-]+\.[\w-]+/g, '');

/** All that its owner can know of a realm, and the ETag of its details. */
async function stateOf({ slug }: Subject): Promise<{ etag: string; texts: string[] }> {
  const replies = await Promise.all(
    ['', '/versions', '/downloads'].map((below) => askAs(catalog, owner, `/v1/realms/${slug}${below}`)),
  );
  return { etag: replies[0]?.headers.get('etag') ?? '', texts: replies.map(({ text }) => withoutSignature(text)) };
}

for (const [route, asked] of requests)
  test(`${route} tells of a realm only to those who may see it`, async () => {
    const check = asked.some(({ destroys }) => destroys) ? checkDestroying : checkReading;
    for (const subject of subjects) await check(route, asked, subject);
  });

/** First those to whom the realm is unknown, who are to leave no trace; then the others. */
async function checkReading(route: string, asked: RealmRequest[], subject: Subject): Promise<void> {
  const { etag, texts } = await stateOf(subject);
  const isTold = (caller: TestCaller) =>
    maySee(caller, subject) || mayChange(caller, subject) || maySee(onPages(caller), subject);
  async function checkAll(areTold: boolean): Promise<void> {
    for (const [at, request] of asked.entries()) {
      const all = subject === crypt ? oneOfEach(route, callers.all, at) : callersOf(route, at, callers.all);
      const told = all.filter((caller) => isTold(caller) === areTold);
      await Promise.all(told.map((caller) => matrix.check(route, request, caller, { ...subject, etag })));
    }
  }
  await checkAll(false);
  same((await stateOf(subject)).texts, texts, `${route}: a trace on ${subject.visibility} ${subject.slug}`);
  await checkAll(true);
}

/** On a realm of its own for each caller and request. */
async function checkDestroying(route: string, asked: RealmRequest[], like: Subject): Promise<void> {
  const [details = assert.fail()] = requests.get('GET /v1/realms/:slug') ?? [];
  for (const request of asked)
    for (const caller of callers.all) {
      const realm = aRealm({ ...callers.owner.account, passwordHash: '' }, { visibility: like.visibility });
      await catalog.insert({ realms: [realm] });
      const subject = { ...like, slug: realm.slug, id: realm.id, version: '' };
      await matrix.check(route, request, caller, subject);
      const left = await askAs(catalog, owner, `/v1/realms/${realm.slug}`);
      const where = `${route}: what ${caller.who} left of a ${like.visibility} realm`;
      if (expectedFor(request.rule, caller, subject) !== 'shown') same(left.status, 200, where);
      else same(whole(left, subject), await matrix.unknownTo(details, owner, subject), where);
    }
}

/** An old slug of each subject, which was another one for a while. */
async function renamedTwice(subject: Subject): Promise<Subject> {
  const old = `${subject.slug}-once`;
  for (const [from, to] of [
    [subject.slug, old],
    [old, subject.slug],
  ] as const) {
    const { status, text } = await askAs(catalog, owner, `/v1/realms/${from}`, sending('PATCH', { slug: to }));
    assert.equal(status, 200, text);
  }
  return { ...subject, slug: old };
}

test('the old slug of a realm leads to it for those to whom the realm answers, and is unknown to the others', async () => {
  for (const subject of subjects.filter((one) => one !== crypt)) {
    const old = await renamedTwice(subject);
    for (const [route, asked] of [...requests].filter(([one]) => one.includes('/realms/:slug')))
      // The others spell the same address in another way, or are refused after it was found.
      for (const [at, request] of asked.slice(0, isLarge || subject !== vault ? 1 : undefined).entries())
        for (const caller of oneOfEach(route, callers.all, at)) {
          const [path, init] = request.of(old);
          const expected = expectedFor(request.rule, caller, subject);
          const reply = await askAs(catalog, caller, path, init);
          const where = `${route} ${request.how} at an old slug: ${caller.who} and ${subject.visibility}`;
          if (expected === 'unknown') same(whole(reply, old), await matrix.unknownTo(request, caller, old), where);
          else {
            const { pathname, search } = new URL(reply.headers.get('location') ?? 'none:');
            const target = decodeURIComponent(path.split('?')[0] ?? '').replace(old.slug, subject.slug);
            same([reply.status, reply.text, pathname], [308, '', target], where);
            same(search, path.includes('?') ? `?${path.split('?')[1]}` : '', where);
          }
        }
    for (const caller of callers.all) {
      const template = await askAs(catalog, caller, `/giget/${old.slug}.json`);
      same(
        template.status,
        subject.visibility === 'private' ? 404 : 200,
        `GET /giget/:file at an old slug: ${caller.who}`,
      );
    }
  }
});

test('a successor shows to those alone who may see it', async () => {
  for (const subject of subjects.filter(({ slug }) => slug !== field.slug)) {
    const successor = sending('PATCH', { deprecated: { message: '', successor: subject.slug } });
    assert.equal((await askAs(catalog, owner, `/v1/realms/${field.slug}`, successor)).status, 200);
    for (const caller of [...callers.all, ...callers.all.toReversed()]) {
      const { body } = await askAs(catalog, caller, `/v1/realms/${field.slug}`);
      const where = `the successor of a public realm: ${caller.who} and ${subject.visibility}`;
      same(body.deprecated.successor, maySee(caller, subject) ? subject.slug : '', where);
    }
  }
  await askAs(catalog, owner, `/v1/realms/${field.slug}`, sending('PATCH', { deprecated: null }));
});

const outsiders = () => callers.all.filter((caller) => !maySee(caller, vault));

testOnce('what only private realms have is found as little as what nothing has', async () => {
  const words = ['silent', 'vault', 'silent vault', 'ilen', 'whispering', 'gallery.', vault.slug, vault.id];
  const filters: [name: string, value: string][] = [
    ...words.map((word): [string, string] => ['search', word]),
    ['category', 'vaults'],
    ['tags', 'hush'],
  ];
  for (const [turn, sort] of sortNames.entries())
    for (const [name, value] of filters)
      for (const caller of inTurn(groupedByApi(outsiders()), turn)) {
        const find = (text: string) =>
          askAs(catalog, caller, `/v1/realms?${new URLSearchParams({ [name]: text, sort }).toString()}`);
        const found = await find(value);
        const nothing = await find(value.replaceAll(/[a-z0-9]/g, 'q'));
        same(whole(found, vault), whole(nothing, vault), `${name}=${value}&sort=${sort}: ${caller.who}`);
        same(found.body.pagination.total, 0, `${name}=${value}: ${caller.who}`);
        matrix.note('GET /v1/realms', caller, 'private');
      }
});

test('the ETag of what the owner sees is none of anybody else’s', async () => {
  for (const path of ['/v1/realms', '/v1/collections?featured=true', '/v1/stats', `/v1/realms/${field.slug}`]) {
    const etag = (await askAs(catalog, owner, path)).headers.get('etag') ?? '';
    for (const caller of outsiders()) {
      const plain = await askAs(catalog, caller, path);
      const asked = await askAs(catalog, caller, path, { headers: { 'if-none-match': etag } });
      same(
        asked.status,
        plain.headers.get('etag') === etag ? 304 : 200,
        `${path} with the owner’s ETag: ${caller.who}`,
      );
      if (path === '/v1/realms') same(whole(asked, vault), whole(plain, vault), `${path}: ${caller.who}`);
      matrix.note('GET /v1/realms', caller, 'private');
    }
  }
});

function downloadOnce(caller: TestCaller, { slug }: Target): Promise<Reply> {
  const init = { method: 'POST', headers: { 'idempotency-key': 'the-key-of-the-vault' } };
  return askAs(catalog, caller, `/v1/realms/${slug}/download`, init);
}

test('an Idempotency-Key that was used for a private realm is new to every other account', async () => {
  const readers = callers.all.filter((caller) => maySee(caller, vault));
  for (const caller of readers) assert.equal((await downloadOnce(caller, vault)).status, 200);
  const strangers = callers.all.filter(({ accountId }) => readers.every((reader) => reader.accountId !== accountId));
  assert.ok(strangers.length > 3);
  for (const caller of strangers) {
    const absent = absentLike(vault);
    same(
      whole(await downloadOnce(caller, vault), vault),
      whole(await downloadOnce(caller, absent), absent),
      caller.who,
    );
    same((await downloadOnce(caller, field)).status, 200, `a public realm with the same key: ${caller.who}`);
    matrix.note('POST /v1/realms/:slug/download', caller, 'private');
  }
});

test('the token of an upload opens no other, whether there is one or not', async () => {
  const other = called('another account', callers);
  const said = { name: 'Foreign', description: 'Of another.', category: 'api' };
  const { uploadToken: foreign } = (await askAs(catalog, other, '/v1/realms', sending('POST', said))).body;
  const opened = await askAs(catalog, owner, `/v1/realms/${vault.slug}/versions`, { method: 'POST' });
  const mistyped = opened.body.uploadToken.replace(/.$/, '_') as string;
  const absent = absentLike(vault);
  for (const [token, status] of [[foreign, 403] as const, [mistyped, 401] as const]) {
    const headers = { 'x-request-id': 'leak-matrix', 'content-type': 'application/gzip', ...bearer(token).headers };
    const put = ({ slug }: Target) => catalog.ask(`/v1/realms/${slug}/upload`, { method: 'PUT', headers });
    const [reply, unheard] = [await put(vault), await put(absent)];
    same(whole(reply, vault), whole(unheard, absent), 'an upload with another token');
    assert.equal(reply.status, status);
  }
});

test('an archive comes down with its link and with nothing else, whoever knows its digest', async () => {
  const linkTo = async ({ slug }: Target) =>
    new URL((await askAs(catalog, owner, `/v1/realms/${slug}/download`, { method: 'POST' })).body.downloadUrl);
  const twin = await publish(catalog, owner, {
    name: 'Second field',
    description: 'x',
    category: 'api',
    visibility: 'public',
  });
  const { search: foreign } = await linkTo(twin);
  for (const subject of subjects) {
    const link = await linkTo(subject);
    const absent = absentLike(subject);
    const address = ({ digest, slug }: Target) =>
      link.pathname.replace(subject.digest, digest).replace(subject.slug, slug);
    const tries: ((target: Target) => [path: string, init?: RequestInit])[] = [
      (target) => [address(target)],
      (target) => [address(target) + foreign],
      (target) => [address(target) + foreign.replace(twin.id, target.id)],
      (target) => [address(target), { method: 'HEAD' }],
      (target) => [address(target), { headers: { range: 'bytes=0-0', 'if-none-match': `"${target.digest}"` } }],
    ];
    for (const caller of callers.all) {
      assert.equal((await askAs(catalog, caller, link.pathname + link.search)).status, 200); // whoever has it may hand it on
      for (const request of tries) {
        const reply = await askAs(catalog, caller, ...request(subject));
        const unheard = await askAs(catalog, caller, ...request(absent));
        const where = `a link of one’s own making: ${caller.who} and ${subject.visibility}`;
        same(whole(reply, subject), whole(unheard, absent), where);
        same(reply.status, 403, where);
        matrix.note('GET /archives/:digest/:filename', caller, subject.visibility);
      }
    }
  }
});

const make = (caller: TestCaller, slug: string, realms: string[]) =>
  askAs(catalog, caller, '/v1/collections', sending('POST', { slug, name: slug, description: '', realms }));

test('a collection takes what its curator may list, and knows nothing of the rest', async () => {
  const path = '/v1/collections/standing';
  const change = (caller: TestCaller, realms: string[]) => askAs(catalog, caller, path, sending('PATCH', { realms }));
  for (const subject of subjects)
    for (const caller of callers.all) {
      assert.equal((await make(admin, 'standing', [])).status, 201);
      const { slug } = subject;
      const absent = absentLike(subject);
      const where = `${caller.who} and ${subject.visibility} ${slug}`;
      const [made, changed] = [await make(caller, 'tried', [slug]), await change(caller, [slug])];
      if (mayCurate(caller) && mayList(caller, subject)) {
        same([made.status, made.body.realms], [201, [slug]], `POST /v1/collections: ${where}`);
        same([changed.status, changed.body.realms], [200, [slug]], `PATCH /v1/collections/:slug: ${where}`);
        await checkMembers(subject);
        await askAs(catalog, admin, '/v1/collections/tried', { method: 'DELETE' });
      } else {
        same(
          whole(made, subject),
          whole(await make(caller, 'tried', [absent.slug]), absent),
          `POST /v1/collections: ${where}`,
        );
        same(whole(changed, subject), whole(await change(caller, [absent.slug]), absent), `PATCH ${path}: ${where}`);
      }
      await askAs(catalog, admin, path, { method: 'DELETE' });
      matrix.note('POST /v1/collections', caller, subject.visibility);
      matrix.note('PATCH /v1/collections/:slug', caller, subject.visibility);
    }
});

/** Of two collections that have this one realm: what each caller reads, and what a curator is told who changes something else. */
async function checkMembers(subject: Subject): Promise<void> {
  for (const reader of callers.all) {
    const members = mayList(reader, subject) ? [subject.slug] : [];
    const { collections } = (await askAs(catalog, reader, '/v1/collections')).body as {
      collections: { realms: string[] }[];
    };
    const where = `the members of a collection: ${reader.who} and ${subject.visibility}`;
    same(
      collections.map(({ realms }) => realms),
      [members, members],
      where,
    );
    matrix.note('GET /v1/collections', reader, subject.visibility);
    const { body, text } = await askAs(catalog, reader, '/v1/collections/standing');
    same([body.realms, body.items.map(({ slug }: Target) => slug)], [members, members], where);
    if (members.length === 0) assert.doesNotMatch(text, new RegExp(`${subject.slug}|${subject.id}`), where);
    if (!mayCurate(reader)) continue;
    const renamed = await askAs(catalog, reader, '/v1/collections/standing', sending('PATCH', { name: 'Renamed' }));
    same(renamed.body.realms, members, where);
  }
}

const nameOf = ({ slug }: Target) => slug.replaceAll('-', ' ');

test('whoever names a new realm learns that a slug is taken, and not whether by one that is private or one that is gone', async () => {
  const said = { description: 'A try.', category: 'api', visibility: 'private' as const };
  for (const [at, subject] of subjects.entries()) {
    const gone = await publish(catalog, owner, { ...said, name: nameOf(absentLike(subject, 'wxyz'[at])) });
    assert.equal((await askAs(catalog, owner, `/v1/realms/${gone.slug}`, { method: 'DELETE' })).status, 204);
    for (const caller of callers.all) {
      const create = async (target: Target) => {
        const reply = await askAs(catalog, caller, '/v1/realms', sending('POST', { ...said, name: nameOf(target) }));
        const { id = '-', uploadToken = '-' } = reply.body as { id?: string; uploadToken?: string };
        return whole({ ...reply, text: reply.text.replace(id, '').replace(uploadToken, '') }, target);
      };
      const taken = await create(subject);
      const where = `POST /v1/realms: ${caller.who} and the name of a ${subject.visibility} realm`;
      same(taken, await create(gone), where);
      same(taken.status, mayWrite(caller) ? 201 : caller.accountId ? 403 : 401, where);
      matrix.note('POST /v1/realms', caller, subject.visibility);
      await checkWanted(caller, subject, gone);
    }
  }
});

/** The same on the pages: by the form of a new realm, and while the slug is typed. */
async function checkWanted(caller: TestCaller, subject: Subject, gone: Target): Promise<void> {
  const said = { name: 'A try', description: 'A try.', category: 'api', visibility: 'private' };
  const requests: [route: string, status: number, ask: (slug: string) => Promise<Reply>][] = [
    [
      'POST /publish',
      caller.viewer ? 409 : 303,
      (slug) => {
        const headers = { 'sec-fetch-site': 'same-origin' };
        const body = new URLSearchParams({ ...said, slug });
        return askAs(catalog, caller, '/publish', { method: 'POST', headers, body });
      },
    ],
    ['GET /publish/slug', caller.viewer ? 200 : 302, (slug) => askAs(catalog, caller, `/publish/slug?slug=${slug}`)],
  ];
  for (const [route, status, ask] of requests) {
    const told = async (target: Target) => {
      const { headers, ...answer } = whole(await ask(target.slug), target);
      return { ...answer, headers: { ...headers, etag: '' } }; // that of the answer, in which the slug stands
    };
    const taken = await told(subject);
    const where = `${route}: ${caller.who} and the slug of a ${subject.visibility} realm`;
    same(taken, await told(gone), where);
    same(taken.status, status, where);
    matrix.note(route, caller, subject.visibility);
  }
}

const isAboutOthers = (route: string) =>
  !requests.has(route) && !Object.values(checkedRoutes).some((checked) => checked.includes(route));
/** A request that changes something, and can name a realm in its body alone. */
const isChange = (route: string) => !route.startsWith('GET ') && parametersOf(route).length === 0;
const TO_DO = 'if it shows realms to those who may see them, name it in server/test/leaks/exceptions.ts';

/** Asks by the realm's slug and by its id where the address takes anything. */
async function checkNoTrace(route: string, callers: TestCaller[], traces: RegExp): Promise<void> {
  const [method = '', path = ''] = route.split(' ');
  const takesName = parametersOf(route).length > 0;
  const absent = absentLike(vault);
  for (const caller of callers)
    for (const name of takesName ? (['slug', 'id'] as const) : (['slug'] as const)) {
      const ask = (target: Target) => askAs(catalog, caller, path.replaceAll(/:\w+/g, target[name]), { method });
      const reply = await ask(vault);
      const told = whole(reply, { ...absent, [name]: takesName ? vault[name] : absent[name] });
      assert.doesNotMatch(JSON.stringify(told), traces, `${route}: ${caller.who}; ${TO_DO}`);
      if (takesName)
        same(whole(reply, vault), whole(await ask(absent), absent), `${route} by its ${name}: ${caller.who}`);
    }
}

/** Asks as an account that nothing else needs, since the request may end its sessions or remove it. */
async function checkChange(route: string, at: number, traces: RegExp): Promise<void> {
  const [method = '', path = ''] = route.split(' ');
  const username = `newcomer-${at}`;
  const { token } = await signUp(catalog, { username });
  const { cookie } = await signInToWeb(catalog, username);
  const { headers, ...sent } = json({}, token, method);
  const reply = await catalog.ask(path, { ...sent, headers: { ...headers, ...ownForm, cookie } });
  assert.doesNotMatch(JSON.stringify([[...reply.headers], reply.text]), traces, `${route}; ${TO_DO}`);
}

testOnce('every other route shows nothing of a private realm, to its owner as little as to others', async () => {
  const traces = new RegExp([vault.slug, vault.id, vault.digest, 'Silent vault', 'hush'].join('|'));
  const monitor = { ...called('nobody', callers), who: 'the monitoring', headers: bearer(METRICS_TOKEN).headers };
  assert.match((await askAs(catalog, monitor, '/metrics')).text, /realms\/\{slug\}/);
  for (const [at, route] of routes.filter(isAboutOthers).entries())
    await (isChange(route) ? checkChange(route, at, traces) : checkNoTrace(route, [...callers.all, monitor], traces));
});

test('every caller asked every route that takes the name of a realm, for every visibility', (t) => {
  t.diagnostic(matrix.complete([...requests.keys(), ...checkedRoutes['leaks.test.ts']], callers));
});
