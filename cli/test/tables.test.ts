// Tables on narrow terminals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Column } from '../src/terminal/column.ts';
import { styles } from '../src/terminal/style.ts';
import { tableText } from '../src/terminal/table.ts';

interface Row {
  slug: string;
  count: number;
  text: string;
}

const rows: Row[] = [
  { slug: 'markdown-blog', count: 12_345, text: 'Write Markdown in a folder and have a blog.' },
  { slug: 'a-slug-that-is-as-long-as-slugs-may-be-and-that-is-64-characters', count: 1, text: '短い文' },
];
const slug: Column<Row> = { header: 'slug', value: (row) => row.slug };
const count: Column<Row> = { header: 'count', value: (row) => row.count, align: 'right', isOptional: true };
const text: Column<Row> = { header: 'text', value: (row) => row.text };

const linesOf = (columns: Column<Row>[], width: number, shown = rows) =>
  tableText(shown, columns, width, styles(false)).trimEnd().split('\n');
/** East Asian characters are two columns wide. */
const widthOf = (line: string) => line.length + (line.match(/[短い文]/g)?.length ?? 0);

test('a table has the width of its terminal, whatever that is', () => {
  for (const columns of [
    [slug, count, { ...text, isFlexible: true }],
    [slug, count, text],
    [text, slug],
  ])
    for (const width of [120, 80, 60, 40, 30, 20])
      for (const line of linesOf(columns, width)) assert.ok(widthOf(line) <= width, `${width}: ${line}`);
});

test('optional columns are left out before a slug is cut', () => {
  const first = rows.slice(0, 1);
  assert.deepEqual(linesOf([slug, count, { ...text, isFlexible: true }], 40, first), [
    'SLUG           COUNT  TEXT',
    'markdown-blog  12345  Write Markdown in…',
  ]);
  assert.deepEqual(linesOf([slug, count, { ...text, isFlexible: true }], 26, first), [
    'SLUG           TEXT',
    'markdown-blog  Write Mark…',
  ]);
});

test('sentences go on below, and a word that is too long stays whole', () => {
  const [, ...lines] = linesOf([slug, { ...text, wraps: true }], 40, rows.slice(0, 1));
  assert.deepEqual(lines, ['markdown-blog  Write Markdown in a', '               folder and have a blog.']);
  const address = `https://catalog.example/${'x'.repeat(40)}`;
  const [, ...more] = linesOf([slug, { ...text, wraps: true }], 40, [
    { slug: 'a', count: 1, text: `See ${address} now` },
  ]);
  assert.deepEqual(more, ['a     See', `      ${address}`, '      now']);
});
