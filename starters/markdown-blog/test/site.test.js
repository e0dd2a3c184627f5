// The blog as a whole: what is in it, and that its links lead somewhere.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { parsePost } from '../src/posts.js';
import { readSite } from '../src/site.js';

const root = mkdtempSync(join(tmpdir(), 'markdown-blog-'));
for (const name of ['posts', 'public', 'src', 'blog.json', 'package.json']) {
  cpSync(join(import.meta.dirname, '..', name), join(root, name), { recursive: true });
}
after(() => rmSync(root, { recursive: true }));

const post = (title, extra = '') => `---\ntitle: ${title}\ndate: 2027-01-01\n${extra}\n---\n\nWords.\n`;

test('a new file is a new post, first on the index and in the feed', () => {
  writeFileSync(join(root, 'posts', '2027-01-01-tea-and-toast.md'), post('Tea & toast', 'tags: Food'));
  const site = readSite(root);
  assert.match(
    site.get('/').body,
    /<ol class="posts"><li>\n.*\n<h2><a href="\/posts\/tea-and-toast\/">Tea &amp; toast/,
  );
  assert.match(site.get('/feed.xml').body, /<entry>\s*<title>Tea &amp; toast<\/title>/);
  assert.match(site.get('/tags/food/').body, /Tea &amp; toast/);
});

test('a draft stays at home', () => {
  writeFileSync(join(root, 'posts', 'secret.md'), post('Not yet', 'draft: yes'));
  assert.ok(!readSite(root).has('/posts/secret/'));
});

test('every link inside the blog leads to a page of the blog', () => {
  const site = readSite(root);
  const links = [...site.values()]
    .filter((file) => file.type.startsWith('text/html'))
    .flatMap((file) => [...file.body.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map((match) => match[1]));
  assert.ok(links.length > 20);
  for (const link of new Set(links)) assert.ok(site.has(decodeURI(link)), `${link} leads nowhere`);
});

test('a post without a date is refused by name', () => {
  assert.throws(() => parsePost('oops.md', '---\ntitle: Oops\n---\n'), /oops\.md needs a date/);
  assert.throws(() => parsePost('oops.md', '---\ntitle: Oops\ndate: 2026-02-31\n---\n'), /oops\.md needs a date/);
});

test('the build writes every page where a static host expects it', () => {
  execFileSync(process.execPath, ['src/build.js'], { cwd: root });
  assert.match(readFileSync(join(root, 'dist', 'index.html'), 'utf8'), /Field Notes/);
  assert.match(readFileSync(join(root, 'dist', 'posts', 'hello', 'index.html'), 'utf8'), /<h1>Hello<\/h1>/);
  assert.match(readFileSync(join(root, 'dist', 'feed.xml'), 'utf8'), /<feed xmlns/);
});
