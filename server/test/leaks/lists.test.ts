// The leak matrix, where realms show among others: lists, collections and statistics, and as realms come, hide and go.
// Run: both stores, own process
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { FacetName, Has, RealmSummary } from '@realm-catalog/contract';
import sql from 'sql-template-tag';
import { realmQuery } from '../../src/realms/list-query.ts';
import { deleteRealm } from '../../src/realms/writes.ts';
import { openDatabase } from '../../src/store.ts';
import { anAccount, aRealm, prepare, type Reply, useCatalog } from '../support/harness.ts';
import { asGraphql, selectionOf } from '../graphql/queries.ts';
import { profileOf, seriesTotal, statisticsOf } from '../model/totals.ts';
import { isLarge } from '../support/stores.ts';
import { askAs, same, sending, type Subject } from './answers.ts';
import {
  called,
  groupedByApi,
  groupedByPages,
  inTurn,
  mayList,
  maySee,
  onPages,
  signUpCallers,
  type TestCaller,
  type Callers,
  type Visibility,
} from './callers.ts';
import { openMatrix, VISIBILITIES, type Matrix } from './matrix.ts';
import {
  collectionsOf,
  completionsOf,
  lastOffset,
  ownPageOf,
  pageOf,
  starredOf,
  suggestionsOf,
  valuesOf,
  type Question,
  type World,
} from './expected.ts';
import { publish } from './publishing.ts';
import { checkedRoutes } from './exceptions.ts';
import { realmRequests } from './requests.ts';
import { beginnings, newWorld, questions, typedTexts } from './world.ts';

const catalog = useCatalog({}, { RATE_LIMIT_AUTHENTICATED: '1000000' });
let callers: Callers;
let world: World;
let matrix: Matrix;

prepare(async () => {
  callers = await signUpCallers(catalog);
  world = newWorld(callers);
  matrix = openMatrix(catalog);
  await catalog.insert({ realms: world.realms, collections: world.collections });
});

async function byEach(ask: (caller: TestCaller) => Promise<void>): Promise<void> {
  await Promise.all(callers.all.map(ask));
}

/**
 * What many questions find depends on what a caller may see, and not on the kind of its credential, which is read before the question is. So each
 * question is asked by one of each group of callers who see the same, and those of a group take turns.
 */
async function askAll<Item>(items: Item[], ask: (caller: TestCaller, item: Item, at: number) => Promise<unknown>) {
  await Promise.all(
    groupedByApi(callers.all).map(async (group) => {
      for (const [at, item] of items.entries()) for (const caller of inTurn([group], at)) await ask(caller, item, at);
    }),
  );
}

/** Filters, orders and pages are worked out in memory; on the second set of stores, some of each show that it was filled rightly. */
const someQuestions = questions.filter((_, at) => !isLarge || at % 7 === 0);

const queryOf = (question: Question) =>
  new URLSearchParams(
    Object.entries(question).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

/** Asks for a page, and compares all of it with the model. */
async function checkPage(caller: TestCaller, question: Question, prefix = '/v1/api'): Promise<Reply> {
  const reply = await askAs(catalog, caller, `${prefix}/realms?${queryOf(question)}`);
  const where = `GET /v1/realms?${queryOf(question)}: ${caller.who}`;
  const page = pageOf(world, caller, question);
  same(reply.body, page, where);
  const [, last] = /offset=(\d+)>; rel="last"/.exec(reply.headers.get('link') ?? '') ?? [];
  same(last, lastOffset(page.pagination)?.toString(), `${where}: the header Link`);
  matrix.note('GET /v1/realms', caller, ...VISIBILITIES);
  return reply;
}

async function checkCollections(caller: TestCaller, onlyFeatured: boolean): Promise<Reply> {
  const reply = await askAs(catalog, caller, `/v1/collections${onlyFeatured ? '?featured=true' : ''}`);
  const collections = collectionsOf(world, caller, onlyFeatured);
  const pagination = { total: collections.length, limit: collections.length, offset: 0, hasMore: false };
  same(reply.body, { collections, pagination }, `GET /v1/collections: ${caller.who}`);
  matrix.note('GET /v1/collections', caller, ...VISIBILITIES);
  for (const collection of collections) {
    const { items, ...fields } = (await askAs(catalog, caller, `/v1/collections/${collection.slug}`)).body;
    const slugs = (items as RealmSummary[]).map(({ slug }) => slug);
    same([fields, slugs], [collection, collection.realms], `GET /v1/collections/:slug: ${caller.who}`);
    matrix.note('GET /v1/collections/:slug', caller, ...VISIBILITIES);
  }
  return reply;
}

async function checkStatistics(caller: TestCaller): Promise<Reply> {
  const reply = await askAs(catalog, caller, '/v1/stats');
  same(reply.body, statisticsOf(world.realms, callers.accounts), `GET /v1/stats: ${caller.who}`);
  matrix.note('GET /v1/stats', caller, ...VISIBILITIES);
  return reply;
}

/** The tags, the categories and the completions, which are the same for everyone. */
async function checkValues(caller: TestCaller, prefixes: string[], beginnings: string[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  const ask = async (path: string, route: string, expected: object) => {
    const reply = await askAs(catalog, caller, path);
    same(reply.body, expected, `GET ${path}: ${caller.who}`);
    matrix.note(route, caller, ...VISIBILITIES);
    replies.push(reply);
  };
  for (const prefix of prefixes) {
    const [tags, categories] = [valuesOf(world, 'tag', prefix), valuesOf(world, 'category', prefix)];
    await ask(`/v1/tags?prefix=${prefix}`, 'GET /v1/tags', { tags: tags.values, pagination: tags.pagination });
    await ask(`/v1/categories?prefix=${prefix}`, 'GET /v1/categories', {
      categories: categories.values,
      pagination: categories.pagination,
    });
  }
  for (const begun of beginnings)
    await ask(`/v1/suggest?q=${encodeURIComponent(begun)}`, 'GET /v1/suggest', completionsOf(world, begun));
  return replies;
}

/** What the search box suggests, which is the same for everyone: all of a realm that it shows is of public ones. */
async function checkSuggestions(caller: TestCaller, texts: string[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const text of texts) {
    const path = `/suggest?q=${encodeURIComponent(text)}`;
    const reply = await askAs(catalog, caller, path);
    const groups = Object.fromEntries(
      (reply.body as { name: string; choices: { text: string }[] }[]).map(({ name, choices }) => [
        name,
        choices.map((choice) => choice.text),
      ]),
    );
    for (const [name, expected] of Object.entries(suggestionsOf(world, text)))
      same(groups[name] ?? [], expected, `GET ${path}, ${name}: ${caller.who}`);
    matrix.note('GET /suggest', caller, ...VISIBILITIES);
    replies.push(reply);
  }
  return replies;
}

async function checkProfiles(caller: TestCaller): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const { id, username } of world.authors) {
    const reply = await askAs(catalog, caller, `/v1/users/${username}`);
    const { realmCount, downloadCount, starCount } = reply.body;
    same(
      { realmCount, downloadCount, starCount },
      profileOf(world.realms, id),
      `GET /v1/users/${username}: ${caller.who}`,
    );
    matrix.note('GET /v1/users/:username', caller, ...VISIBILITIES);
    replies.push(reply);
  }
  return replies;
}

async function checkOwn(caller: TestCaller, question: Question): Promise<void> {
  const { status, body } = await askAs(catalog, caller, `/v1/me/realms?${queryOf(question)}`);
  const page = ownPageOf(world, caller, question);
  const where = `GET /v1/me/realms?${queryOf(question)}: ${caller.who}`;
  if (page) same(body, page, where);
  else same(status, caller.accountId ? 403 : 401, where);
  matrix.note('GET /v1/me/realms', caller, ...VISIBILITIES);
}

/** The realms in the document with all data of a caller. */
async function checkData(caller: TestCaller): Promise<void> {
  const { status, body } = await askAs(catalog, caller, '/v1/me/data');
  const isGiven = caller.scopes.includes('account') && caller.scopes.includes('realms:read');
  const own = world.realms.filter(({ ownerId }) => ownerId === caller.accountId).map(({ slug }) => slug);
  const where = `GET /v1/me/data: ${caller.who}`;
  if (isGiven) same(body.realms.map(({ slug }: RealmSummary) => slug).toSorted(), own.toSorted(), where);
  else same(status, caller.accountId ? 403 : 401, where);
  matrix.note('GET /v1/me/data', caller, ...VISIBILITIES);
}

test('a caller’s own realms are all of theirs and none of others, in every filter, search, order and page', async () => {
  await byEach(async (caller) => {
    await checkOwn(caller, {});
    await checkData(caller);
  });
  await askAll(someQuestions, async (caller, question) => {
    if (ownPageOf(world, caller, question)) await checkOwn(caller, question);
  });
});

const ofOwner = ({ ownerId }: { ownerId: string }) => ownerId === callers.owner.account.id;

/** The slugs of the realms that a page links to. */
async function slugsOn(caller: TestCaller, path: string): Promise<string[]> {
  const { status, text } = await askAs(catalog, caller, path);
  assert.equal(status, 200, `${path}: ${caller.who}`);
  return [...new Set([...text.matchAll(/href="\/realms\/([^/"?#]+)"/g)].map(([, slug = '']) => slug))].toSorted();
}

test('a page of many realms shows what the account may list that is signed in, and to everyone else what is public', () =>
  byEach(async (caller) => {
    const viewer = onPages(caller);
    const slugs = (may: (realm: World['realms'][number]) => boolean) =>
      world.realms
        .filter(may)
        .map(({ slug }) => slug)
        .toSorted();
    const listed = slugs((realm) => mayList(viewer, realm));
    const check = async (route: string, path: string, expected: string[], isPart = false) => {
      const shown = await slugsOn(caller, path);
      same(
        isPart ? shown.filter((slug) => !expected.includes(slug)) : shown,
        isPart ? [] : expected,
        `${path}: ${caller.who}`,
      );
      matrix.note(route, caller, ...VISIBILITIES);
    };
    await check('GET /realms', '/realms?limit=100', listed);
    await check('GET /', '/', listed, true);
    await check(
      'GET /@:username',
      '/@bob?limit=100',
      slugs((realm) => ofOwner(realm) && mayList(viewer, realm)),
    );
    await check('GET /collections', '/collections', listed, true);
    for (const { slug, realms } of collectionsOf(world, viewer, false))
      await check('GET /collections/:slug', `/collections/${slug}`, realms.toSorted());
    if (!caller.viewer) {
      for (const path of ['/me', '/me/stars', '/settings/data.json', '/settings/delete']) {
        const { status, text } = await askAs(catalog, caller, path);
        same([status, text], [302, ''], `${path}: ${caller.who}`);
        matrix.note(`GET ${path}`, caller, ...VISIBILITIES);
      }
      return;
    }
    const own = slugs(({ ownerId }) => ownerId === viewer.accountId);
    await check('GET /me', '/me', own);
    const data = (await askAs(catalog, caller, '/settings/data.json')).body as { realms: RealmSummary[] };
    same(data.realms.map(({ slug }) => slug).toSorted(), own, `/settings/data.json: ${caller.who}`);
    matrix.note('GET /settings/data.json', caller, ...VISIBILITIES);
    const named = (await askAs(catalog, caller, '/settings/delete')).text.match(/\bharbor-\d\d\b/g) ?? [];
    const going = slugs(({ ownerId, visibility }) => ownerId === viewer.accountId && visibility !== 'public');
    same([...new Set(named)].toSorted(), going, `/settings/delete: ${caller.who}`);
    matrix.note('GET /settings/delete', caller, ...VISIBILITIES);
    const { db } = catalog.services;
    const stars = world.realms.map(
      ({ id }) =>
        sql`insert into stars (account_id, realm_id, created_at) values (${viewer.accountId}, ${id}, '2026-01-01')`,
    );
    await db.batch(stars);
    await check(
      'GET /me/stars',
      '/me/stars',
      slugs((realm) => maySee(viewer, realm)),
      true,
    );
    await db.batch([sql`delete from stars where account_id = ${viewer.accountId}`]);
  }));

test('a caller’s stars are those that they may see, whatever they have starred before', async () => {
  const { db } = catalog.services;
  const ids = world.realms.map(({ id }) => id);
  for (const { id } of world.authors)
    await db.batch(
      ids.map(
        (realmId, at) => sql`insert into stars (account_id, realm_id, created_at)
          values (${id}, ${realmId}, ${new Date(Date.UTC(2026, 0, 1, at)).toISOString()})`,
      ),
    );
  await byEach(async (caller) => {
    const { status, body } = await askAs(catalog, caller, '/v1/me/stars?limit=100');
    if (caller.accountId) same(body, starredOf(world, caller), `GET /v1/me/stars: ${caller.who}`);
    else same(status, 401, 'GET /v1/me/stars: nobody');
    matrix.note('GET /v1/me/stars', caller, ...VISIBILITIES);
  });
  await db.batch([sql`delete from stars`]);
});

/** Of all realms, and of each category that any realm has, whoever may see it. */
async function checkSeries(caller: TestCaller): Promise<void> {
  const categories = [undefined, ...new Set(world.realms.map(({ category }) => category))];
  for (const metric of ['downloads', 'realms'] as const)
    for (const category of categories) {
      const path = `/v1/stats/series?metric=${metric}${category ? `&category=${category}` : ''}`;
      const { body } = await askAs(catalog, caller, path);
      same(body.total, seriesTotal(world.realms, metric, category), `GET ${path}: ${caller.who}`);
    }
  const users = await askAs(catalog, caller, '/v1/stats/series?metric=users');
  same(users.body.total, callers.accounts, 'the series of users');
  matrix.note('GET /v1/stats/series', caller, ...VISIBILITIES);
}

test('every filter, search, order and page of the list holds what its caller may list, to the last field', () =>
  askAll(someQuestions, (caller, question, at) => checkPage(caller, question, at % 3 ? '/v1' : '/v1/api')));

test('so does the list of objects that a page of the server reads in-process', () =>
  askAll(someQuestions, async (caller, question) => {
    const { headers } = caller;
    const request = { headers, rawHeaders: Object.entries(headers).flat() };
    const identified = await catalog.services.authenticator.identify(request as unknown as IncomingMessage);
    assert.ok(identified);
    const { tags, category, author, license, has, slugs, facets, ...parameters } = question;
    const query = realmQuery({
      ...parameters,
      ...(tags && { tags: tags.split(',') }),
      ...(category && { category: category.split(',') }),
      ...(author && { author: author.split(',') }),
      ...(license && { license: [license] }),
      ...(has && { has: has.split(',') as Has[] }),
      ...(slugs && { slugs: slugs.split(',') }),
      ...(facets && { facets: facets.split(',') as FacetName[] }),
    });
    const found = await catalog.services.catalog.list(identified, query);
    same(found, pageOf(world, caller, question), `in-process, ${queryOf(question)}: ${caller.who}`);
    matrix.note('GET /v1/realms', caller, ...VISIBILITIES);
    await setImmediate(); // from memory alone, the lists would not let the process follow the database
  }));

const cursor = (offset: number) => (offset > 0 ? Buffer.from(`at:${offset - 1}`).toString('base64url') : null);

const LIST = `query ($category: [String!], $tags: [String!], $author: [String!], $license: [String!], $has: [RealmHas!], $slugs: [String!],
    $search: String, $q: String, $featured: Boolean, $sort: RealmSort, $first: Int, $after: String) {
  realms(category: $category, tags: $tags, author: $author, license: $license, has: $has, slugs: $slugs, search: $search, q: $q,
    featured: $featured, sort: $sort, first: $first, after: $after) { totalCount nodes { ${selectionOf('RealmSummary')} } }
}`;
const OTHERS = `{
  collections { nodes { slug realms items(first: 30) { totalCount nodes { slug } } } }
  user(username: "bob") { realmCount downloadCount starCount realms(first: 1) { totalCount } }
  stats { totalRealms totalDownloads }
}`;

const listOf = (values?: string) => values?.split(',');

async function query(caller: TestCaller, query: string, variables: object) {
  const reply = await askAs(catalog, caller, '/v1/graphql', sending('POST', { query, variables }));
  assert.equal(reply.body.errors, undefined, `POST /v1/graphql ${JSON.stringify(variables)}: ${reply.text}`);
  matrix.note('POST /v1/graphql', caller, ...VISIBILITIES);
  return reply.body.data;
}

async function checkList(caller: TestCaller, question: Question): Promise<void> {
  const { limit: first = 20, offset = 0, tags, category, author, license, has, slugs, ...others } = question;
  const lists = {
    tags: listOf(tags),
    category: listOf(category),
    author: listOf(author),
    has: listOf(has),
    slugs: listOf(slugs),
  };
  const variables = { ...others, ...lists, license: license && [license], first, after: cursor(offset) };
  const { realms } = await query(caller, LIST, variables);
  const page = pageOf(world, caller, { ...question, limit: first, offset });
  const nodes = page.realms.map((realm) => asGraphql('RealmSummary', realm as never));
  const where = `POST /v1/graphql ${JSON.stringify(variables)}: ${caller.who}`;
  same(realms, { totalCount: page.pagination.total, nodes }, where);
}

/** The collections, a profile and the statistics. */
async function checkOthers(caller: TestCaller): Promise<void> {
  const { collections, user, stats } = await query(caller, OTHERS, {});
  const where = `POST /v1/graphql: ${caller.who}`;
  const expected = collectionsOf(world, caller, false).map(({ slug, realms }) => {
    const items = { totalCount: realms.length, nodes: realms.map((one) => ({ slug: one })) };
    return { slug, realms, items };
  });
  same(collections.nodes, expected, where);
  const own = pageOf(world, caller, { author: 'bob' }).pagination.total;
  same(user, { ...profileOf(world.realms, callers.owner.account.id), realms: { totalCount: own } }, where);
  const { totalRealms, totalDownloads } = statisticsOf(world.realms, callers.accounts);
  same(stats, { totalRealms, totalDownloads }, where);
}

test('so do the lists of GraphQL, its collections, profiles and statistics', async () => {
  await askAll(
    someQuestions.filter(({ facets }, at) => !facets && at % 3 === 0),
    checkList,
  );
  await byEach(checkOthers);
});

test('collections hold what their caller may list; statistics, tags, categories and completions are the same for everyone', async () => {
  await byEach(async (caller) => {
    await checkValues(caller, [''], []);
    for (const onlyFeatured of [false, true]) await checkCollections(caller, onlyFeatured);
    await checkStatistics(caller);
    await checkProfiles(caller);
    await checkSeries(caller);
  });
  await askAll(['a', 'h'], (caller, prefix) => checkValues(caller, [prefix], []));
  await askAll(beginnings, (caller, begun) => checkValues(caller, [], [begun]));
  await askAll(typedTexts, (caller, text) => checkSuggestions(caller, [text]));
});

/** What a realm is in the open, and what it is while it is private. */
const OPEN = { name: 'Wandering lighthouse', description: 'It moves.', category: 'beacon', tags: ['roaming'] };
const HUSHED = { name: 'Sunken treasure', description: 'Of the drowned.', category: 'wreck', tags: ['abyss'] };

/** Where its traces would be. */
const tracks: Question[] = [
  {},
  { limit: 3, offset: 1 },
  ...[OPEN, HUSHED].map(({ category, tags }) => ({ category, tags: tags.join(',') })),
  ...['wander', 'drown', 'lighthuose', 'treasur'].map((search) => ({ search })),
  { facets: 'category,tags,license,author' },
  { slugs: 'wandering-lighthouse,harbor-03', author: 'bob', category: OPEN.category, facets: 'tags,category' },
  ...(['downloads', 'updated', 'name'] as const).map((sort) => ({ sort, limit: 4 })),
];

const bytesOf = ({ status, headers, text }: Reply) =>
  [status, ...['etag', 'link', 'content-length'].map((name) => headers.get(name)), text].join('\n');

/** All that a caller is told of realms without naming one, as bytes. */
async function answersTo(caller: TestCaller): Promise<string[]> {
  const replies: Reply[] = [];
  for (const question of tracks) replies.push(await checkPage(caller, question));
  for (const onlyFeatured of [false, true]) replies.push(await checkCollections(caller, onlyFeatured));
  replies.push(await checkStatistics(caller), ...(await checkProfiles(caller)));
  replies.push(...(await checkValues(caller, [''], ['wander', 'drown', 'abyss'])));
  replies.push(...(await checkSuggestions(caller, ['wander', 'treasur', 'tag:'])));
  return replies.map(bytesOf);
}

/** A response to nobody in particular is stored when it is asked for again, and sent the third time; of others it is the realms. */
const roundsFor = ([first]: TestCaller[]) => (isLarge ? 1 : first?.accountId === undefined ? 3 : 2);

/** By the first of each group of callers who see the same; they take turns. */
async function answersToAll(): Promise<Map<TestCaller, string[]>> {
  const answers = new Map<TestCaller, string[]>();
  async function askInRounds(group: TestCaller[]): Promise<void> {
    const [first = assert.fail()] = group;
    for (let round = 0; round < roundsFor(group); round += 1)
      for (const caller of inTurn([group], round)) {
        const told = await answersTo(caller);
        same(told, answers.get(first) ?? told, `asked again: ${caller.who}`);
        answers.set(first, told);
      }
  }
  await Promise.all(groupedByApi(callers.all).map(askInRounds));
  return answers;
}

/**
 * What is read by its name, in each round, and downloaded before. Only the plain request of each route: one handler answers all of a route from the
 * same caches. leaks.test.ts sends the others, and asks as every caller.
 */
async function checkByName(subject: Subject): Promise<void> {
  const requests = realmRequests(catalog);
  const download = 'POST /v1/realms/:slug/download';
  const [downloading = assert.fail()] = requests.get(download) ?? [];
  for (const [caller = assert.fail()] of groupedByApi(callers.all))
    await matrix.check(download, downloading, caller, subject);
  const { headers } = await askAs(catalog, called('the owner', callers), `/v1/realms/${subject.slug}`);
  const current = { ...subject, etag: headers.get('etag') ?? '' };
  for (const [route, [request = assert.fail()]] of requests) {
    if (!route.startsWith('GET ')) continue;
    const groups = route.startsWith('GET /v1/') ? groupedByApi(callers.all) : groupedByPages(callers.all);
    for (const group of groups)
      for (let round = 0; round < roundsFor(group); round += 1)
        for (const caller of inTurn([group], round)) await matrix.check(route, request, caller, current);
  }
}

test('a realm that comes, hides, shows itself again, is quarantined and is deleted leaves no trace in what is told of others', async () => {
  const owner = called('the owner', callers);
  const untouched = await answersToAll();

  const subject = await publish(catalog, owner, { ...OPEN, visibility: 'private' }, 'Seen from afar.');
  const realm = aRealm(world.authors[0] ?? assert.fail(), { ...OPEN, ...subject });
  world = { ...world, realms: [...world.realms, realm] };
  const change = (fields: object) => {
    Object.assign(realm, fields);
    world = { ...world };
  };
  await collect(realm.id);

  /** The realm as its owner reads it, when its place has followed its downloads. */
  async function look(): Promise<void> {
    await catalog.services.downloadCounter.flush();
    const { createdAt, updatedAt, publishedAt, downloadCount, version, license } = (
      await askAs(catalog, owner, `/v1/realms/${realm.slug}`)
    ).body;
    change({ createdAt, updatedAt, publishedAt, downloadCount, version, license });
  }
  async function checkAll(): Promise<void> {
    await checkByName(subject);
    await checkAmongOthers();
  }
  async function checkAmongOthers(): Promise<void> {
    await look();
    for (const [caller, answers] of await answersToAll())
      if (!mayList(caller, realm))
        same(answers, untouched.get(caller), `as if it were not there: ${caller.who}, ${realm.visibility}`);
  }

  await checkAll();
  const life: [Visibility, typeof OPEN][] = [
    ['public', OPEN],
    ['private', HUSHED],
    ['unlisted', OPEN],
    ['public', OPEN],
  ];
  for (const [visibility, said] of life) {
    const changed = await askAs(catalog, owner, `/v1/realms/${realm.slug}`, sending('PATCH', { visibility, ...said }));
    assert.equal(changed.status, 200, changed.text);
    change({ visibility, ...said });
    subject.visibility = visibility;
    await checkAll();
    if (said !== HUSHED) continue;
    await catalog.restart(); // and what was in memory before
    await checkAll();
  }

  const moderated = (state: object) =>
    askAs(catalog, called('an administrator', callers), `/v1/admin/realms/${realm.slug}`, sending('PATCH', state));
  const { body: quarantined } = await moderated({ quarantined: true, reason: 'It wanders.' }); // by its name: quarantine.test.ts
  change({ visibility: 'private', quarantine: quarantined.quarantine });
  await checkAmongOthers();
  assert.equal((await moderated({ quarantined: false })).body.visibility, 'public');
  change({ visibility: 'public', quarantine: undefined });
  await checkAmongOthers();

  assert.equal((await askAs(catalog, owner, `/v1/realms/${realm.slug}`, { method: 'DELETE' })).status, 204);
  world = { ...world, realms: world.realms.slice(0, -1) };
  same(await answersToAll(), untouched, 'after it was deleted');
});

/** An administrator puts a realm into a collection, between others; unlisted ones cannot be named there, and are left out. */
async function collect(id: string): Promise<void> {
  const [fleet = assert.fail()] = world.collections;
  const listed = world.realms.filter(({ visibility }) => visibility !== 'unlisted');
  const members = fleet.realmIds.toSpliced(2, 0, id).flatMap((one) => listed.filter((realm) => realm.id === one));
  const changes = { realms: members.map(({ slug }) => slug) };
  const path = `/v1/collections/${fleet.slug}`;
  const changed = await askAs(catalog, called('an administrator', callers), path, sending('PATCH', changes));
  assert.equal(changed.status, 200, changed.text);
  fleet.realmIds = members.map((realm) => realm.id);
  // That the collection was changed is no secret; the time of it would be the only difference.
  await catalog.services.db.batch([sql`update collections set updated_at = created_at`]);
}

test('every caller asked every route that shows many realms, for every visibility', (t) => {
  t.diagnostic(matrix.complete(checkedRoutes['lists.test.ts'], callers));
});

test('what is read of a realm for its owner, after it became private elsewhere, is shown to nobody else', async () => {
  const owner = called('the owner', callers);
  const other = await openDatabase(catalog.services.config);
  for (let time = 0; time < 5; time += 1) {
    const realm = aRealm(anAccount({ id: callers.owner.account.id }), {
      slug: `hidden-${time}`,
      name: `Hidden ${time}`,
    });
    const path = `/v1/realms?search=hidden+${time}`;
    await catalog.insert({ realms: [realm] });
    const hide = sql`update realms set visibility = 'private', description = 'For me alone.' where id = ${realm.id}`;
    await other.batch([hide]); // as another process would: it is taken in here a moment later
    assert.match((await askAs(catalog, owner, path)).text, /For me alone\./);
    assert.doesNotMatch((await catalog.ask(path)).text, /For me alone\./);
    await catalog.services.catalog.follow();
    assert.equal((await catalog.ask(path)).body.pagination.total, 0);
    await catalog.services.db.batch(deleteRealm(realm.id));
  }
  await other.close();
});
