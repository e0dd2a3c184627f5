// A small Markdown: headings, paragraphs, lists, quotations, code, rules, emphasis, links and pictures.
// All text is escaped on its way out, so a post can never bring its own HTML.

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text) => String(text).replace(/[&<>"']/g, (character) => entities[character]);

// Each kind of block: how its first line looks, and how it takes its lines and becomes HTML.
const blocks = [
  { first: /^```\s*([\w-]*)/, render: renderCode },
  { first: /^(#{1,6})\s+(.*?)\s*#*$/, render: renderHeading },
  { first: /^\s*(-{3,}|\*{3,})\s*$/, render: (lines) => (lines.shift(), '<hr />') },
  { first: /^>/, render: renderQuotation },
  { first: /^[-*]\s+/, render: (lines) => renderList('ul', /^[-*]\s+/, lines) },
  { first: /^\d{1,9}[.)]\s+/, render: (lines) => renderList('ol', /^\d{1,9}[.)]\s+/, lines) },
];

export function renderMarkdown(markdown) {
  const lines = markdown.split(/\r?\n/);
  const html = [];
  while (lines.length > 0) {
    const kind = blocks.find((block) => block.first.test(lines[0]));
    if (lines[0].trim() === '') lines.shift();
    else if (kind) html.push(kind.render(lines, kind.first.exec(lines[0])));
    else html.push(renderParagraph(lines));
  }
  return html.join('\n');
}

function renderCode(lines, [, language]) {
  lines.shift();
  const code = takeWhile(lines, (line) => !/^```\s*$/.test(line));
  lines.shift();
  return `<pre><code${language ? ` class="language-${language}"` : ''}>${escapeHtml(code.join('\n'))}\n</code></pre>`;
}

// The title of the post is the page's first heading, so those inside begin at the second level.
function renderHeading(lines, [, marks, text]) {
  lines.shift();
  const level = Math.min(Math.max(marks.length, 2), 6);
  return `<h${level}>${renderInline(text)}</h${level}>`;
}

function renderQuotation(lines) {
  const quoted = takeWhile(lines, (line) => line.startsWith('>'));
  return `<blockquote>${renderMarkdown(quoted.map((line) => line.replace(/^> ?/, '')).join('\n'))}</blockquote>`;
}

// An item may go on in indented lines.
function renderList(tag, mark, lines) {
  const items = [];
  for (const line of takeWhile(lines, (line) => mark.test(line) || /^\s+\S/.test(line))) {
    if (mark.test(line)) items.push(line.replace(mark, ''));
    else items.push(`${items.pop()} ${line.trim()}`);
  }
  return `<${tag}>${items.map((item) => `<li>${renderInline(item)}</li>`).join('')}</${tag}>`;
}

function renderParagraph(lines) {
  const text = [lines.shift()];
  text.push(...takeWhile(lines, (line) => line.trim() !== '' && !blocks.some((block) => block.first.test(line))));
  return `<p>${renderInline(text.join('\n'))}</p>`;
}

function takeWhile(lines, test) {
  const end = lines.findIndex((line) => !test(line));
  return lines.splice(0, end === -1 ? lines.length : end);
}

// Each kind of inline mark. The text is read once from left to right: what a mark has become is never read again, so no
// mark can reach into the HTML of another.
const marks = new RegExp(
  [
    /`(?<code>[^`]+)`/,
    /!\[(?<alt>[^\]]*)\]\((?<source>[^\s)]+)\)/,
    /\[(?<label>[^\]]+)\]\((?<target>[^\s)]+)\)/,
    /\*\*(?=\S)(?<strong>(?:[^*]|\*(?!\*))+?)(?<=\S)\*\*/,
    /\*(?=\S)(?<emphasis>[^*]+?)(?<=\S)\*/,
    /(?<!\w)_(?=\S)(?<underlined>[^_]+?)(?<=\S)_(?!\w)/,
  ]
    .map((mark) => mark.source)
    .join('|'),
  'g',
);

function renderInline(text) {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(marks)) {
    html += escapeHtml(text.slice(end, match.index)) + renderMark(match[0], match.groups);
    end = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(end));
}

function renderMark(whole, { code, alt, source, label, target, strong, emphasis, underlined }) {
  if (code) return `<code>${escapeHtml(code)}</code>`;
  if (strong) return `<strong>${renderInline(strong)}</strong>`;
  if (emphasis ?? underlined) return `<em>${renderInline(emphasis ?? underlined)}</em>`;
  if (!isSafe(source ?? target)) return escapeHtml(whole);
  if (source) return `<img src="${escapeHtml(source)}" alt="${escapeHtml(alt)}" loading="lazy" />`;
  return `<a href="${escapeHtml(target)}">${renderInline(label)}</a>`;
}

// Web addresses, mail, and places on this site; nothing that runs.
const isSafe = (url) => /^(https?:\/\/|mailto:|\/(?!\/)|#|\.\.?\/)/i.test(url);
