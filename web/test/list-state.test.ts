// What a visitor chose in the list: the text of the search box, the facets and the address say the same.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listAddress, listText, parseListState, type ListState } from '@realm-catalog/web/list-state';
import { withFilter } from '../src/list-state.ts';
import { fc } from '../../server/test/support/fixed-seed.ts';

const site = {
  name: 'Catalog',
  basePath: '/base',
  publicUrl: 'https://catalog.example/base',
  commandLine: '',
  logo: undefined,
  theme: '',
  stylesheet: '',
  script: '',
  accountStylesheet: '',
  publisherStylesheet: '',
  viewer: undefined,
  signIn: { provider: undefined, hasPasskeys: false, hasMail: false, registration: 'open' as const },
};

const parse = (query: string) => parseListState(new URLSearchParams(query));
const typed = (q: string) => parseListState(new URLSearchParams({ q }));

/** Any query of the list. */
const anyQuery = fc
  .record(
    {
      q: fc.string({ unit: 'grapheme', maxLength: 60 }),
      search: fc.string({ unit: 'grapheme', maxLength: 300 }),
      category: fc.string({ unit: 'grapheme' }),
      tags: fc.string({ unit: fc.constantFrom('a', 'B', ',', ' ', '"', '\\', ':') }),
      license: fc.string({ unit: fc.constantFrom('a', ' ', '"', '\\', ':', '\t') }),
      author: fc.string({ unit: 'grapheme' }),
      view: fc.constantFrom('rows', 'grid', ''),
      more: fc.constantFrom('tags', 'license', 'nothing'),
      has: fc.string({ unit: fc.constantFrom('demo', ',', ' ', '"') }),
      limit: fc.oneof(fc.nat().map(String), fc.string()),
      offset: fc.oneof(fc.nat().map(String), fc.string()),
    },
    { requiredKeys: [] },
  )
  .map((fields) => parseListState(new URLSearchParams(fields as Record<string, string>)));

const chosenOf = ({ search, category, tags, license, author, has }: ListState) => ({
  search,
  category,
  tags,
  license,
  author,
  has,
});

describe('the search box', () => {
  test('understands category:, tag:, author:, license: and has: anywhere, and searches for the rest', () => {
    assert.deepEqual(
      chosenOf(typed('fast category:api,blog  tag:node tag:Auth author:alice license:"BSD 2" has:demo shop')),
      {
        search: 'fast shop',
        category: 'api,blog',
        tags: ['node', 'auth'],
        license: ['BSD 2'],
        author: 'alice',
        has: 'demo',
      },
    );
  });

  test('takes a word before a colon that is no operator as it stands', () => {
    for (const text of ['color:red', 'mytag:node', 'tag:', 'http://tag:8080', 'Category:api'])
      assert.equal(typed(text).search, text);
  });

  test('takes an operator that was typed twice for both values', () => {
    assert.equal(typed('category:api category:blog,api').category, 'api,blog');
    assert.deepEqual(typed('license:MIT license:"GPL, v3" license:mit').license, ['MIT', 'GPL, v3']);
  });

  test('wins over the other parameters', () => {
    const state = parse('q=category%3Aapi&category=blog&author=bob&search=never');
    assert.equal(state.category, 'api');
    assert.equal(state.author, 'bob');
    assert.equal(state.search, '');
  });

  test('shows what was chosen as one would type it, whatever it is', () => {
    fc.assert(
      fc.property(anyQuery, (state) => {
        assert.deepEqual(chosenOf(typed(listText(state))), chosenOf(state));
      }),
    );
  });
});

describe('the address of a list', () => {
  test('leads to the same list', () => {
    fc.assert(
      fc.property(anyQuery, (state) => {
        const { pathname, searchParams } = new URL(listAddress(site, state), 'https://catalog.example');
        assert.equal(pathname, '/base/realms');
        assert.deepEqual(parseListState(searchParams), state);
      }),
    );
  });

  test('changes by one value where a facet is chosen, and changes back where it is chosen again', () => {
    const state = parse('category=api,cli&tags=node&license=mit&has=demo&view=rows&offset=40');
    const address = (field: 'category' | 'tags' | 'has' | 'license', value: string) =>
      listAddress(site, withFilter(state, field, value));
    const rest = '&view=rows&tags=node';
    const chosen = '&license=mit&has=demo';
    assert.equal(address('category', 'blog'), `/base/realms?category=api%2Ccli%2Cblog${chosen}${rest}`);
    assert.equal(address('category', 'api'), `/base/realms?category=cli${chosen}${rest}`);
    assert.equal(address('tags', 'auth'), `/base/realms?category=api%2Ccli${chosen}${rest}%2Cauth`);
    assert.equal(address('tags', 'node'), `/base/realms?category=api%2Ccli${chosen}&view=rows`);
    assert.equal(address('has', 'preview'), `/base/realms?category=api%2Ccli&license=mit&has=demo%2Cpreview${rest}`);
    assert.equal(address('has', 'demo'), `/base/realms?category=api%2Ccli&license=mit${rest}`);
    assert.equal(address('license', 'MIT'), `/base/realms?category=api%2Ccli&has=demo${rest}`);
    assert.equal(
      address('license', 'GPL, v3'),
      `/base/realms?category=api%2Ccli&license=mit&license=GPL%2C%20v3&has=demo${rest}`,
    );
  });

  test('is short where nothing was chosen', () => {
    assert.equal(listAddress(site, parse('')), '/base/realms');
    assert.equal(listAddress(site, parse('offset=0&limit=20')), '/base/realms');
  });

  test('has bounds, whatever was sent', () => {
    const long = 'x'.repeat(100_000);
    const many = Array.from({ length: 1_000 }, (_, at) => `t${at}`).join(',');
    const state = parse(`search=${long}&category=${long}&license=${long}&tags=${many}&limit=${long}&offset=9999999999`);
    assert.ok(listAddress(site, state).length < 1_000);
    assert.deepEqual([state.limit, state.offset, state.tags.length], [20, 1_000_000_000, 20]);
    const several = parse(`category=${'a,b,'.repeat(100)}&author=${many}`);
    assert.deepEqual([several.category, several.author.split(',').length], ['a,b', 10]);
    const licenses = Array.from({ length: 50 }, (_, at) => `license=${at}`).join('&');
    assert.equal(parse(licenses).license.length, 10);
  });
});
