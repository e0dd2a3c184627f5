// The sizes of the pictures in rendered Markdown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveImages, withImageSizes } from '../../src/rendering/image-tags.ts';
import { renderMarkdown } from '../../src/rendering/markdown.ts';

const base = { files: '/files/', images: '/images/' };
const sizes = new Map([['docs/é a.png', { width: 1_600, height: 800 }]]);
const sized = (markdown: string) =>
  [...withImageSizes(renderMarkdown(markdown, base), base.images, sizes).matchAll(/ (?:width|height)="([^"]*)"/g)].map(
    ([, value]) => value,
  );

test('a picture has its own size, or that of its author, of which one side may be missing', () => {
  assert.deepEqual(sized('![x](<docs/é a.png>)'), ['1600', '800']);
  const image = (attributes: string) => sized(`<img src="docs/é%20a.png" ${attributes}>`);
  assert.deepEqual(image('width="200"'), ['200', '100']);
  assert.deepEqual(image('height="200px"'), ['400', '200']);
  assert.deepEqual(image('width="30" height="40"'), ['30', '40']);
  assert.deepEqual(image('width="50%"'), ['400', '200']);
  assert.deepEqual(image('width="50%" height="50%"'), ['400', '200']);
});

test('a picture whose size is not known stays as it is', () => {
  assert.deepEqual(sized('![x](other.png) <img src="b.png" width="3">'), ['3']);
});

test('only pictures of the archive are found, whatever their descriptions are', () => {
  const html = renderMarkdown(
    '![<img a=](a.png) <abbr title="<img src=">b</abbr> ![c](https://example.org/c.png)',
    base,
  );
  assert.deepEqual([...archiveImages(html, base.images)], [{ path: 'a.png', alt: '<img a=' }]);
});
