// The pages of the blog. Everything but a post's body, which is safe already, is escaped where it is used.

import { escapeHtml as escape } from './markdown.js';
import { slugOf } from './posts.js';

const dateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

export const indexPage = (blog, posts) =>
  layout(blog, { content: `<p class="lead">${escape(blog.description)}</p>\n${list(posts)}` });

export const tagPage = (blog, tag, posts) =>
  layout(blog, { title: `Posts about ${tag}`, content: `<h1>Posts about ${escape(tag)}</h1>\n${list(posts)}` });

export const notFoundPage = (blog) =>
  layout(blog, {
    title: 'Not found',
    content: '<h1>Not found</h1>\n<p>There is no page here. <a href="/">All posts</a></p>',
  });

export const postPage = (blog, post) =>
  layout(blog, {
    title: post.title,
    description: post.summary,
    content: `<article>
<h1>${escape(post.title)}</h1>
<p class="meta">${time(post.date)}</p>
${post.body}
${tags(post)}
</article>`,
  });

function list(posts) {
  if (posts.length === 0) return '<p>Nothing yet. Add a Markdown file to the posts folder.</p>';
  const items = posts.map(
    (post) => `<li>
<p class="meta">${time(post.date)}</p>
<h2><a href="/posts/${encodeURIComponent(post.slug)}/">${escape(post.title)}</a></h2>
<p>${escape(post.summary)}</p>
${tags(post)}
</li>`,
  );
  return `<ol class="posts">${items.join('\n')}</ol>`;
}

function tags(post) {
  const links = post.tags.map((tag) => `<a href="/tags/${encodeURIComponent(slugOf(tag))}/">${escape(tag)}</a>`);
  return links.length > 0 ? `<p class="tags">${links.join(' ')}</p>` : '';
}

const time = (date) => `<time datetime="${date}">${dateFormat.format(new Date(date))}</time>`;

function layout(blog, { title, description = blog.description, content }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escape(title ? `${title} · ${blog.title}` : blog.title)}</title>
<meta name="description" content="${escape(description)}" />
<link rel="alternate" type="application/atom+xml" href="/feed.xml" title="${escape(blog.title)}" />
<link rel="stylesheet" href="/style.css" />
</head>
<body>
<header><a class="brand" href="/">${escape(blog.title)}</a> <nav><a href="/feed.xml">Feed</a></nav></header>
<main>
${content}
</main>
<footer>Written by ${escape(blog.author)}.</footer>
</body>
</html>
`;
}
