// The leak matrix of quarantined realms: gone for everyone but the owner, who may read and delete, and administrators, who may read.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sql from 'sql-template-tag';
import { prepare, signUp, startCatalog } from '../support/harness.ts';
import { create, openUpload, project, slowUpload, upload } from '../publishing/uploads.ts';
import { isLarge } from '../support/stores.ts';
import { askAs, same, sending, whole, type Subject } from './answers.ts';
import {
  callersOf,
  called,
  mayAdminister,
  onPages,
  signUpCallers,
  type TestCaller,
  type Callers,
  type Visibility,
} from './callers.ts';
import { openMatrix } from './matrix.ts';
import { publish } from './publishing.ts';
import { realmRequests } from './requests.ts';

const catalog = await startCatalog({}, { RATE_LIMIT_AUTHENTICATED: '1000000' });
after(() => catalog[Symbol.asyncDispose]());
const matrix = openMatrix(catalog);
const REASON = 'It sends passwords elsewhere.';
let callers: Callers;
let owner: TestCaller;
let admin: TestCaller;
let subjects: Subject[];

const moderate = ({ slug }: { slug: string }, state: object) =>
  askAs(catalog, admin, `/v1/admin/realms/${slug}`, sending('PATCH', state));
const quarantine = (realm: { slug: string }) => moderate(realm, { quarantined: true, reason: REASON });

async function aSubject(visibility: Visibility, name: string): Promise<Subject> {
  const said = { name, description: 'Whispering gallery.', category: 'vaults', tags: ['hush'], visibility };
  return publish(catalog, owner, said, 'gold');
}

prepare(async () => {
  callers = await signUpCallers(catalog);
  owner = called('the owner', callers);
  admin = called('an administrator', callers);
  subjects = [
    await aSubject('public', 'Withdrawn meadow'),
    await aSubject('unlisted', 'Withdrawn valley'),
    await aSubject('private', 'Withdrawn cellar'),
  ];
  for (const subject of subjects) {
    const { status, body } = await quarantine(subject);
    assert.deepEqual([status, body.visibility, body.quarantine.reason], [200, 'private', REASON]);
  }
});

/** Neither to the API nor to the pages the owner or an administrator. */
const outsiders = () =>
  callers.all.filter((caller) =>
    [caller, onPages(caller)].every((one) => one.accountId !== owner.accountId && !mayAdminister(one)),
  );
/** Of the owner, with a credential that may read private realms, and an administrator. */
const insiders = () =>
  callers.all.filter((caller) => !outsiders().includes(caller) && caller.scopes.includes('realms:read'));

for (const [route, asked] of realmRequests(catalog))
  test(`${route} tells nobody else of a quarantined realm, and of a public one only that it is quarantined`, async () => {
    const traces = /Withdrawn|Whispering|hush|gold|WEBP/;
    for (const subject of subjects)
      for (const [at, request] of asked.entries())
        for (const caller of isLarge ? outsiders().slice(0, 2) : callersOf(route, at, outsiders())) {
          const reply = await askAs(catalog, caller, ...request.of(subject));
          const unknown = await matrix.unknownTo(request, caller, subject);
          const where = `${route} ${request.how}: ${caller.who} and a quarantined ${subject.visibility} realm`;
          if (subject.visibility !== 'public') same(whole(reply, subject), unknown, where);
          assert.equal(reply.status, unknown.status, where);
          assert.doesNotMatch(reply.text, traces, where);
          assert.ok(!reply.text.includes(subject.digest), where);
        }
  });

test('by its slug, a public one is a 404 with a code of its own, on the API, for giget, and on its page', async () => {
  const [{ slug } = assert.fail()] = subjects;
  for (const path of [`/v1/realms/${slug}`, `/v1/api/realms/${slug}/versions`, `/giget/${slug}.json`]) {
    const { status, body } = await catalog.ask(path);
    assert.deepEqual([status, body.code], [404, 'quarantined'], path);
  }
  const page = await catalog.ask(`/realms/${slug}`);
  assert.equal(page.status, 404);
  assert.match(page.text, /quarantined/);
});

test('an old slug of a public one says the same, and leads those to it who may read it', async () => {
  const renamed = await aSubject('public', 'Moved meadow');
  const change = sending('PATCH', { slug: `${renamed.slug}-now` });
  assert.equal((await askAs(catalog, owner, `/v1/realms/${renamed.slug}`, change)).status, 200);
  await quarantine({ slug: `${renamed.slug}-now` });
  for (const caller of outsiders())
    same((await askAs(catalog, caller, `/v1/realms/${renamed.slug}`)).body.code, 'quarantined', caller.who);
  for (const caller of insiders())
    same((await askAs(catalog, caller, `/v1/realms/${renamed.slug}`)).status, 308, caller.who);
});

test('its owner and administrators read it with the reason, and without pictures and preview', async () => {
  for (const { slug } of subjects)
    for (const caller of insiders()) {
      const { body } = await askAs(catalog, caller, `/v1/realms/${slug}`);
      same([body.visibility, body.quarantine?.reason], ['private', REASON], caller.who);
      same([body.coverUrl, body.screenshots, body.previewUrl], ['', [], ''], caller.who);
      for (const below of ['/versions', '/versions/1.0.0/files', '/versions/1.0.0/files/README.md', '/downloads'])
        same((await askAs(catalog, caller, `/v1/realms/${slug}${below}`)).status, 200, `${below}: ${caller.who}`);
    }
  const { realms } = (await askAs(catalog, owner, '/v1/me/realms?search=withdrawn')).body;
  assert.deepEqual(
    realms.map(({ quarantine: shown }: { quarantine?: { reason: string } }) => shown?.reason),
    [REASON, REASON, REASON],
  );
});

test('its owner and administrators see its pages, with the reason, and cannot star or download it there', async () => {
  for (const who of ['the owner in a browser', 'an administrator in a browser'])
    for (const { slug } of subjects) {
      const caller = called(who, callers);
      const page = await askAs(catalog, caller, `/realms/${slug}`);
      assert.equal(page.status, 200);
      assert.ok(page.text.includes(REASON));
      const form = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } };
      same((await askAs(catalog, caller, `/realms/${slug}/download`, form)).status, 404, who);
      same((await askAs(catalog, caller, `/realms/${slug}/star`, form)).status, 403, who);
    }
});

test('nobody changes, publishes, stars or downloads it, whoever they are', async () => {
  for (const { slug } of subjects) {
    const path = `/v1/realms/${slug}`;
    const state = async () => (await askAs(catalog, owner, path)).text;
    const before = await state();
    const tries: [below: string, init: RequestInit][] = [
      ['', sending('PATCH', { visibility: 'public' })],
      ['', sending('PATCH', { slug: `${slug}-away` })],
      ['/versions', { method: 'POST' }],
      ['/versions/1.0.0', sending('PATCH', { yanked: true })],
      ['/star', { method: 'PUT' }],
    ];
    for (const caller of [owner, admin]) {
      for (const [below, init] of tries) {
        const { status, body } = await askAs(catalog, caller, path + below, init);
        same([status, body.code], [403, 'forbidden'], `${init.method} ${below}: ${caller.who}`);
      }
      same((await askAs(catalog, caller, `${path}/download`, { method: 'POST' })).status, 404, caller.who);
    }
    assert.equal(await state(), before);
  }
});

test('an upload that was opened or begun before publishes nothing, and goes on when the quarantine ends', async () => {
  const person = await signUp(catalog, { username: 'publisher' });
  const first = await create(catalog, person);
  const second = await openUpload(catalog, person, first.slug);
  const underWay = await slowUpload(catalog, first, await project('1.0.0'));
  await quarantine(first);
  assert.equal((await underWay.finish()).status, 409);
  assert.equal((await upload(catalog, second, await project('1.0.0'))).status, 403);
  await moderate(first, { quarantined: false });
  assert.equal((await upload(catalog, second, await project('1.0.0'))).status, 201);
});

test('a link to its archive, and the addresses of its pictures, end at once', async () => {
  const subject = await aSubject('public', 'Linked meadow');
  const { body } = await catalog.ask(`/v1/realms/${subject.slug}/download`, { method: 'POST' });
  const { pathname, search, host } = new URL(body.downloadUrl as string);
  const picture = `/pictures/${subject.id}/1.0.0/1-480.webp`;
  assert.equal((await catalog.ask(picture)).status, 200);
  const isHere = host === new URL(catalog.services.config.publicUrl).host; // links to a bucket lead past the catalog
  if (isHere) assert.equal((await catalog.ask(pathname + search)).status, 200);
  await quarantine(subject);
  assert.equal((await catalog.ask(picture)).status, 404);
  if (isHere) assert.equal((await catalog.ask(pathname + search)).status, 404);
});

test('what it was is what it is when the quarantine ends, in lists and totals as well', async () => {
  const person = await signUp(catalog, { username: 'patient' });
  const totals = async () => (await catalog.ask('/v1/stats')).text;
  for (const visibility of ['public', 'unlisted', 'private']) {
    const { slug } = await create(catalog, person, { visibility, name: `Patient ${visibility}` });
    if (visibility === 'public') await catalog.ask(`/v1/realms/${slug}/download`, { method: 'POST' });
    await catalog.services.downloadCounter.flush();
    const before = await totals();
    for (const _ of 'twice') await quarantine({ slug });
    assert.equal(before === (await totals()), visibility !== 'public');
    for (const _ of 'twice')
      assert.equal((await moderate({ slug }, { quarantined: false })).body.visibility, visibility);
    assert.equal(await totals(), before);
  }
});

const list = async (query: string) => (await askAs(catalog, admin, `/v1/admin/realms?${query}`)).body;

test('administrators list quarantined realms page by page, the newest first', async () => {
  const all = (await list('limit=100')).realms as { slug: string; visibility: string; reason: string; owner: string }[];
  for (const { slug, visibility } of subjects) {
    const found = all.find((one) => one.slug === slug);
    assert.deepEqual([found?.visibility, found?.reason, found?.owner], [visibility, REASON, 'bob']);
  }
  const slugs: string[] = [];
  for (let query = 'limit=2'; query;) {
    const { realms, pagination } = await list(query);
    slugs.push(...realms.map(({ slug }: { slug: string }) => slug));
    query = pagination.hasMore ? `limit=2&before=${pagination.next}` : '';
  }
  assert.deepEqual(
    slugs,
    all.map(({ slug }) => slug),
  );
});

test('its owner may delete it', async () => {
  for (const visibility of ['public', 'unlisted', 'private'] as const) {
    const subject = await aSubject(visibility, `Deleted ${visibility}`);
    await quarantine(subject);
    assert.equal((await askAs(catalog, owner, `/v1/realms/${subject.slug}`, { method: 'DELETE' })).status, 204);
    assert.equal((await catalog.ask(`/v1/realms/${subject.slug}`)).body.code, 'not_found');
  }
});

test('the database keeps a quarantined realm private, whatever a process of another version writes', async () => {
  const [{ id } = assert.fail()] = subjects;
  const show = sql`update realms set visibility = 'public' where id = ${id}`;
  await assert.rejects(catalog.services.db.batch([show]));
});
