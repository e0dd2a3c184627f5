// Reads the posts folder: the few lines on top of each file, and the Markdown below them.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { renderMarkdown } from './markdown.js';

export function readPosts(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => parsePost(name, readFileSync(join(folder, name), 'utf8')))
    .filter((post) => !post.isDraft)
    .toSorted((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug));
}

export function parsePost(name, text) {
  const [, top, markdown] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(text) ?? [];
  if (top === undefined) throw new Error(`${name} should begin with a title and a date between two rows of ---.`);
  const fields = Object.fromEntries(top.split(/\r?\n/).map(readField));
  if (!fields.title) throw new Error(`${name} has no title.`);
  if (!isDate(fields.date)) throw new Error(`${name} needs a date such as 2026-01-31.`);
  return {
    slug: slugOf(basename(name, '.md').replace(/^\d{4}-\d{2}-\d{2}-/, '')),
    title: fields.title,
    date: fields.date,
    summary: fields.summary ?? '',
    tags: (fields.tags ?? '')
      .split(',')
      .map((tag) => tag.trim().toLowerCase())
      .filter(Boolean),
    isDraft: fields.draft === 'yes',
    body: renderMarkdown(markdown),
  };
}

// Letters of every alphabet may stay; all else becomes a dash.
export const slugOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'untitled';

function readField(line) {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

function isDate(text = '') {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}
