// What tests read in HTML documents of the catalog.
import assert from 'node:assert/strict';

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

const decode = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);

/** The text without tags, with one blank between words. */
export const textOf = (html: string): string =>
  decode(html.replaceAll(/<wbr \/>/g, '').replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.:,])/g, '$1')
    .trim();

/** The values of an attribute, in their order. */
export const attributesOf = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) => decode(value));

/** Where the link leads that starts a live preview: the frame has no address of its own, and begins with a page that has the link. */
export function previewStartOf(page: string): string {
  assert.doesNotMatch(page, /<iframe[^>]*\ssrc=/);
  const [start = ''] = attributesOf(page, 'srcdoc');
  return linksOf(start.replace(/^[^]*<body/, '')).join(' ');
}

export const linksOf = (html: string): string[] => attributesOf(html, 'href');

/** The section that a heading with this id names. */
export function sectionOf(html: string, id: string): string {
  const [section] = new RegExp(`<section[^>]*aria-labelledby="${id}"[\\s\\S]*?</section>`).exec(html) ?? [];
  return section ?? assert.fail(`there is no section ${id}`);
}

const codeIn = (html: string, pre: RegExp): string => {
  const [, code = ''] = new RegExp(`${pre.source}[^>]*><code>([\\s\\S]*?)</code>`).exec(html) ?? assert.fail(html);
  return decode(code.replaceAll(/<[^>]*>/g, ''));
};

/** The first line for a terminal. */
export const commandOf = (section: string): string => codeIn(section, /<div class="command">\s*<pre/);

/** The first example of an answer. */
export const answerOf = (section: string): string => codeIn(section, /<pre\s+class="answer"/);

/** Whether a value is another one with fewer items in its lists and shorter texts. */
export function isShortFormOf(shown: unknown, whole: unknown): boolean {
  if (typeof shown === 'string' && typeof whole === 'string')
    return shown === whole || (shown.endsWith('…') && shown.length > 100 && whole.startsWith(shown.slice(0, -1)));
  if (Array.isArray(shown) && Array.isArray(whole))
    return shown.every((item, at) => isShortFormOf(item, whole[at])) && shown.length >= Math.min(2, whole.length);
  if (typeof shown !== 'object' || shown === null || typeof whole !== 'object' || whole === null)
    return shown === whole;
  const entries = Object.entries(shown);
  return (
    entries.every(([name, value]) => isShortFormOf(value, (whole as Record<string, unknown>)[name])) &&
    entries.length >= Math.min(8, Object.keys(whole).length)
  );
}
