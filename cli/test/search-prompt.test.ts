// What a question offers while a person types.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchOptions } from '../src/terminal/search-prompt.ts';

const realms = [{ value: 'blog', hint: 'Writes Markdown' }, { value: 'shop' }, { value: 'shop-admin' }];

test('until the answer to what was typed is there, only what fits it is offered of what is known', async () => {
  const asked: string[] = [];
  const drawn = Promise.withResolvers<void>();
  const { options } = searchOptions(async (text) => {
    asked.push(text);
    return text === '' ? realms : [{ value: 'workshop' }];
  });
  assert.deepEqual(options('', drawn.resolve), []);
  await drawn.promise;
  assert.deepEqual(
    options('', () => undefined),
    realms,
  );
  const later = Promise.withResolvers<void>();
  const valuesFor = (text: string) => options(text, later.resolve).map(({ value }) => value);
  assert.deepEqual(valuesFor('Writes mark'), ['blog']);
  assert.deepEqual(valuesFor('nothing'), []);
  assert.deepEqual(valuesFor('shop'), ['shop', 'shop-admin']);
  await later.promise;
  assert.deepEqual(valuesFor('shop'), ['workshop']);
  assert.deepEqual(asked, ['', 'shop'], 'texts that were typed on at once are not asked for');
});
