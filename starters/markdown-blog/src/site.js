// The whole blog as a map from address to file. The server looks things up in it, and the build writes it to disk.

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { atomFeed } from './feed.js';
import { indexPage, notFoundPage, postPage, tagPage } from './pages.js';
import { readPosts, slugOf } from './posts.js';

const types = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.xml': 'application/atom+xml; charset=utf-8',
};

export function readSite(root) {
  const blog = JSON.parse(readFileSync(join(root, 'blog.json'), 'utf8'));
  const posts = readPosts(join(root, 'posts'));
  const site = new Map();
  const add = (address, body) => {
    const extension = address.endsWith('/') ? '.html' : extname(address);
    site.set(address, { type: types[extension] ?? 'application/octet-stream', body });
  };

  for (const name of readdirSync(join(root, 'public'))) add(`/${name}`, readFileSync(join(root, 'public', name)));
  add('/', indexPage(blog, posts));
  add('/404.html', notFoundPage(blog));
  add('/feed.xml', atomFeed(blog, posts));
  for (const post of posts) add(`/posts/${post.slug}/`, postPage(blog, post));
  for (const [tag, tagged] of byTag(posts)) add(`/tags/${slugOf(tag)}/`, tagPage(blog, tag, tagged));
  return site;
}

function byTag(posts) {
  const tags = new Map();
  for (const post of posts) {
    for (const tag of post.tags) tags.set(tag, [...(tags.get(tag) ?? []), post]);
  }
  return tags;
}
