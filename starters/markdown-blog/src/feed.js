// The Atom feed (RFC 4287), with the full text of the twenty latest posts.

import { escapeHtml as escape } from './markdown.js';

const time = (date) => `${date}T00:00:00Z`;

export function atomFeed({ title, description, author, url }, posts) {
  const home = url.replace(/\/$/, '');
  const latest = posts.slice(0, 20);
  const entries = latest.map(
    (post) => `  <entry>
    <title>${escape(post.title)}</title>
    <link href="${escape(`${home}/posts/${encodeURIComponent(post.slug)}/`)}" />
    <id>${escape(`${home}/posts/${encodeURIComponent(post.slug)}/`)}</id>
    <updated>${time(post.date)}</updated>
    <summary>${escape(post.summary)}</summary>
${post.tags.map((tag) => `    <category term="${escape(tag)}" />\n`).join('')}\
    <content type="html">${escape(post.body)}</content>
  </entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>${escape(title)}</title>
  <subtitle>${escape(description)}</subtitle>
  <link href="${escape(`${home}/`)}" />
  <link rel="self" href="${escape(`${home}/feed.xml`)}" />
  <id>${escape(`${home}/`)}</id>
  <updated>${time(latest[0]?.date ?? '1970-01-01')}</updated>
  <author><name>${escape(author)}</name></author>
${entries.join('')}</feed>
`;
}
