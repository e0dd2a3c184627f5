// What `/suggest` answers to the script of the search box: groups of what public realms have, filters and pages, and the values of an operator.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { anAccount, aRealm, startCatalog, type TestCatalog } from '../support/harness.ts';

interface Choice {
  text: string;
  href: string;
  thumb: string;
  about?: string;
  note?: string;
  fill?: string;
}

const alice = anAccount({ username: 'alice' });
const hermit = anAccount({ username: 'alfred' });
const HOSTILE = 'Alpine <b>garden</b> "&';
const realms = [
  aRealm(alice, { slug: 'alps', name: 'Alps', category: 'alpine', tags: ['al-dente', 'b'], license: 'MIT' }),
  aRealm(alice, { slug: 'hostile', name: HOSTILE, category: 'blog', tags: ['algebra'], license: 'The "Al" License' }),
  aRealm(alice, { slug: 'more', name: 'More', category: 'alpine', tags: ['b', 'algebra'], license: 'mit' }),
  ...(['private', 'unlisted'] as const).map((visibility) =>
    aRealm(hermit, {
      slug: `al-${visibility}`,
      name: `Al ${visibility}`,
      visibility,
      category: `al-${visibility}`,
      tags: [`al-${visibility}`],
      license: `al-${visibility}`,
    }),
  ),
];

let catalog: TestCatalog;
before(async () => {
  catalog = await startCatalog({ accounts: [alice, hermit], realms });
});
after(() => catalog[Symbol.asyncDispose]());

async function groupsOf(q: string): Promise<Record<string, Choice[]>> {
  const { status, headers, body } = await catalog.ask(`/suggest?q=${encodeURIComponent(q)}`);
  assert.deepEqual([status, headers.get('content-type')], [200, 'application/json; charset=utf-8']);
  return Object.fromEntries(
    (body as { name: string; choices: Choice[] }[]).map(({ name, choices }) => [name, choices]),
  );
}

const textsOf = (groups: Record<string, Choice[]>) =>
  Object.fromEntries(Object.entries(groups).map(([name, choices]) => [name, choices.map(({ text }) => text)]));

describe('suggestions', () => {
  test('are the first realms that a search finds, what public realms have that begins so, and pages', async () => {
    const { Realms, ...others } = textsOf(await groupsOf('AL'));
    assert.deepEqual([Realms?.slice(0, 2).toSorted(), Realms?.slice(2)], [[HOSTILE, 'Alps'], ['More']]);
    assert.deepEqual(others, {
      Categories: ['alpine'],
      Tags: ['algebra', 'al-dente'],
      Authors: ['alice'],
      Pages: ['All realms'],
    });
    assert.deepEqual(textsOf(await groupsOf('docs tags')), { Pages: ['API: Tags and categories'] });
    assert.deepEqual(textsOf(await groupsOf('alice alpine dente')), { Realms: ['Alps'] });
    assert.deepEqual(textsOf(await groupsOf('category:alpine license:MIT a'))['Realms']?.toSorted(), ['Alps', 'More']);
    assert.deepEqual(textsOf(await groupsOf('category:blog '))['Realms'], [HOSTILE]);
    assert.deepEqual(await groupsOf('nothing like this'), {});
    const { 'Did you mean': [meant] = [] } = await groupsOf('algebro');
    assert.deepEqual([meant?.text, meant?.href], ['algebra', '/realms?q=algebra']);
  });

  test('lead to the realm, the list or the page', async () => {
    const { Realms = [], Categories, Tags, Authors, Pages } = await groupsOf('al');
    assert.deepEqual(Realms.map(({ href }) => href).toSorted(), ['/realms/alps', '/realms/hostile', '/realms/more']);
    const found = [Categories, Tags, Authors, Pages].map((choices) => choices?.[0]?.href);
    assert.deepEqual(found, ['/realms?category=alpine', '/realms?tags=algebra', '/@alice', '/realms']);
    for (const { thumb } of Realms) {
      assert.match(thumb, /class="cover/);
      assert.doesNotMatch(thumb, /<b>/);
    }
  });

  test('begin with filters and pages', async () => {
    assert.deepEqual(Object.keys(await groupsOf('')), ['Filters', 'Pages']);
    assert.deepEqual(Object.keys(await groupsOf(' \u0301')), ['Filters', 'Pages']);
    assert.deepEqual(textsOf(await groupsOf('wide lic')), { Filters: ['license:'] });
  });

  test('complete the value of an operator, beside those that stand there', async () => {
    const fillsOf = async (q: string) =>
      Object.entries(await groupsOf(q)).map(([name, choices]) => [name, choices.map(({ fill }) => fill)]);
    assert.deepEqual(await fillsOf('category:'), [['Categories', ['category:alpine', 'category:blog']]]);
    assert.deepEqual(await fillsOf('words tag:b category:al'), [['Categories', ['category:alpine']]]);
    assert.deepEqual(await fillsOf('category:alpine,'), [['Categories', ['category:alpine,blog']]]);
    assert.deepEqual(await fillsOf('tag:B'), [['Tags', ['tag:b']]]);
    assert.deepEqual(await fillsOf('author:a'), [['Authors', ['author:alice']]]);
    assert.deepEqual(await fillsOf('license:'), [
      ['Licenses', ['license:MIT', String.raw`license:"The \"Al\" License"`]],
    ]);
    assert.deepEqual(await fillsOf('license:"the \\"a'), [['Licenses', [String.raw`license:"The \"Al\" License"`]]]);
    assert.deepEqual(await fillsOf('has:demo,s'), [['Has', ['has:demo,screenshots']]]);
    assert.deepEqual(await fillsOf('has:x'), []);
    assert.deepEqual(
      (await groupsOf('license:"the'))['Licenses']?.[0]?.href,
      '/realms?q=license%3A%22The%20%5C%22Al%5C%22%20License%22',
    );
  });

  test('never have what only private and unlisted realms have', async () => {
    for (const q of ['al', 'al p', 'alf', 'category:al', 'tag:al-', 'author:al', 'license:al', 'category:'])
      assert.doesNotMatch(JSON.stringify(await groupsOf(q)), /private|unlisted|alfred/, q);
  });

  test('are bounded, whatever was typed', async () => {
    for (const q of [
      'x'.repeat(3_000),
      'x '.repeat(100),
      `a${'\u0301'.repeat(99)}`,
      ','.repeat(100),
      `tag:${','.repeat(90)}`,
      'tag:"',
      ':',
      '\ud800',
      'category:\\',
      'category:Ä,? author:<> has:x tag:ß license:\u0301 a',
      `tag:${'t,'.repeat(90)} a`,
    ])
      assert.equal((await catalog.ask(`/suggest?q=${encodeURIComponent(q.toWellFormed())}`)).status, 200, q);
  });
});
