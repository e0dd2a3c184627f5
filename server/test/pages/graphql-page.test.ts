// The page about GraphQL: its queries are what this catalog answers, as commands, too, and it has every type of the schema.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSchema, isEnumType, isObjectType } from 'graphql';
import { aCollection, anAccount, aRealm, json, PUBLIC_URL, useCatalog } from '../support/harness.ts';
import { answerOf, attributesOf, commandOf, linksOf, textOf } from './documents.ts';

const ada = anAccount({ username: 'ada' });
const realm = aRealm(ada, { slug: 'kiln', name: 'Kiln' });
const secret = aRealm(ada, { slug: 'undisclosed', name: 'Undisclosed', visibility: 'private' });
const catalog = useCatalog({ accounts: [ada], realms: [realm, secret], collections: [aCollection(ada)] });

const examplesIn = (html: string) => html.split(/<section class="example-query[ "]/).slice(1);

test('each query and each command that it shows is answered without an error', async () => {
  const { text } = await catalog.ask('/docs/graphql');
  const examples = examplesIn(text);
  assert.equal(examples.length, 4);
  for (const example of examples) {
    const query = answerOf(example);
    const { status, body } = await catalog.ask('/v1/graphql', json({ query }));
    assert.deepEqual([status, body.errors], [200, undefined], query);
    const [, address, sent = ''] = /^curl '([^']+)' [\s\S]*-d '([\s\S]+)'$/.exec(commandOf(example)) ?? [];
    assert.equal(address, `${PUBLIC_URL}/v1/graphql`);
    const { method, headers } = json({});
    const again = await catalog.ask('/v1/graphql', { method, headers, body: sent });
    const { rateLimit: _now, ...data } = again.body.data;
    const { rateLimit: _before, ...shown } = body.data;
    assert.deepEqual(data, shown, sent);
  }
  assert.match(examples.join(''), /realm\(slug: (?:&quot;|")kiln/);
  assert.doesNotMatch(text, /undisclosed/i);
});

test('each query can be sent without a script, by a form', async () => {
  const { text } = await catalog.ask('/docs/graphql');
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  for (const example of examplesIn(text)) {
    assert.match(example, /<form action="\/v1\/graphql">\s*<button class="button" name="query" value="[^"]+">/);
    const query = new URLSearchParams({ query: answerOf(example) });
    const { status, body } = await catalog.ask(`/v1/graphql?${query.toString()}`, { headers: { accept } });
    assert.deepEqual([status, body.errors], [200, undefined]);
  }
  assert.match(text, /<form class="stack" action="\/v1\/graphql">\s*<textarea name="query"/);
});

test('it has every type, field and argument of the schema, and its links lead to them', async () => {
  const { text: sdl } = await catalog.ask('/v1/graphql/schema.graphql');
  const { text } = await catalog.ask('/docs/graphql');
  const ids = new Set(attributesOf(text, 'id'));
  for (const type of Object.values(buildSchema(sdl).getTypeMap())) {
    if (type.name.startsWith('__') || ['String', 'Int', 'Boolean', 'ID'].includes(type.name)) continue;
    assert.ok(ids.has(`type-${type.name}`), type.name);
    const [, section = ''] = text.split(`id="type-${type.name}"`);
    const words = textOf(section.split('</section>', 1)[0] ?? '');
    const names = isObjectType(type)
      ? Object.values(type.getFields()).flatMap(({ name, args }) => [name, ...args.map((one) => one.name)])
      : isEnumType(type)
        ? type.getValues().map(({ name }) => name)
        : [];
    for (const name of names) assert.match(words, new RegExp(`\\b${name}\\b`), type.name);
  }
  for (const link of linksOf(text).filter((one) => one.startsWith('#type-'))) assert.ok(ids.has(link.slice(1)), link);
});

test('the reference leads to it, and so does the search box', async () => {
  assert.ok(linksOf((await catalog.ask('/docs')).text).includes('/docs/graphql'));
  assert.match((await catalog.ask('/suggest?q=graphql')).text, /"\/docs\/graphql"/);
});
