// Completes a sanitized document for its page: headings, links, images, tables and code. It changes the tree that browsers make of the
// HTML, so that no element of the document can end one of the page around it.
import { serialize } from 'parse5';
import { parseAddress, type Address, type MarkdownBase } from './addresses.ts';
import { ALERT_CLASS, completeAlert } from './alerts.ts';
import { documentIds, type DocumentIds } from './document-ids.ts';
import {
  attribute,
  contentOf,
  element,
  isElement,
  parseHtml,
  setAttribute,
  setChildren,
  textNode,
  textOf,
} from './html-tree.ts';
import type { Element, Node, Parent } from './html-tree.ts';
import { outlineOf, type Section } from './outline.ts';
import { completeTask } from './tasks.ts';

/** What the rules for an element depend on. */
interface Context {
  base: MarkdownBase;
  ids: DocumentIds;
  idPrefix: string;
  /** Its headings so far. */
  sections: Section[];
  /** What was left out so far. */
  omitted: Omitted;
  /** Whether the element is inside a link or a summary, where no other link may be. */
  isInLink: boolean;
}

interface Omitted {
  /** The id that the heading had which says what the page says already. */
  titleId: string | undefined;
  /** How many elements. */
  count: number;
}

/** Completes an element and its children, and returns what takes its place. */
type Rule = (node: Element, context: Context) => Node;

const IMAGE = /\.(png|jpe?g|gif|webp|avif|svg)$/i;
/** Links that authors set are no recommendation of this site, and tell other sites nothing about its visitors. */
const EXTERNAL = 'nofollow noopener noreferrer ugc';
/** Elements with text that may run from right to left. */
const WITH_DIRECTION = new Set(
  'h1 h2 h3 h4 h5 h6 p div ul ol li dl dt dd td th details summary blockquote figure figcaption caption'.split(' '),
);
/** A block that has nothing left of what stood in it is left out, too. */
const EMPTIED = new Set('p div h1 h2 h3 h4 h5 h6'.split(' '));
const MAX_LABEL_LENGTH = 200;
const ID_PREFIX = 'readme-';

export function completeDocument(html: string, base: MarkdownBase): string {
  const tree = parseHtml(html);
  const sections: Section[] = [];
  const { idPrefix = ID_PREFIX } = base;
  const omitted = { titleId: undefined, count: 0 };
  completeChildren(tree, { base, idPrefix, ids: documentIds(idPrefix), sections, omitted, isInLink: false });
  const outline = outlineOf(sections);
  if (outline) setChildren(tree, [outline, ...tree.childNodes]);
  return serialize(tree);
}

function completeChildren(parent: Parent, context: Context): void {
  const children = parent.childNodes.map((child) => (isElement(child) ? completeElement(child, context) : child));
  setChildren(parent, children);
}

const completeElement: Rule = (node, context) => {
  const name = attribute(node, 'id') ?? attribute(node, 'name');
  if (name !== undefined) {
    setAttribute(node, 'name', undefined);
    setAttribute(node, 'id', context.ids.forAuthor(name));
  }
  if (WITH_DIRECTION.has(node.tagName) && !attribute(node, 'dir')) setAttribute(node, 'dir', 'auto');
  const { omitted } = context;
  const before = omitted.count;
  const { tagName } = node;
  const completed = (rules.get(tagName) ?? withChildren)(node, context);
  const isEmptied = omitted.count > before && EMPTIED.has(tagName) && contentOf(completed) === 'nothing';
  return isEmptied ? textNode('') : completed;
};

function omit({ omitted }: Context): Node {
  omitted.count += 1;
  return textNode('');
}

const withChildren: Rule = (node, context) => {
  completeChildren(node, context);
  return node;
};

/** The page has a heading of the first level itself, so those of a document with another one are a level lower. */
const heading: Rule = (node, context) => {
  const text = textOf(node).trim().slice(0, MAX_LABEL_LENGTH);
  const id = attribute(node, 'id') ?? context.ids.forHeading(text);
  setAttribute(node, 'id', id);
  if (isTitle(node, text, context)) {
    context.omitted.titleId = id;
    return omit(context);
  }
  completeChildren(node, context);
  const level = Math.min(Number(node.tagName.slice(1)) + (context.base.headingShift ?? 1), 6);
  node.nodeName = node.tagName = `h${level}`;
  if (context.isInLink || text === '') return node;
  context.sections.push({ level, id, title: text });
  const anchor = { class: 'anchor', href: `#${id}`, 'aria-label': `Section “${text}”` };
  // The row has the direction of its heading: `auto` does not look into an element that has one itself.
  const dir = attribute(node, 'dir') ?? 'auto';
  setAttribute(node, 'dir', undefined);
  return element('div', { class: 'heading', dir }, [node, element('a', anchor, [textNode('#')])]);
};

/** Whether the heading is the first, and says what the page is called: marks and case aside. */
function isTitle({ tagName }: Element, text: string, { base: { title = '' }, sections, omitted }: Context): boolean {
  const isFirst = tagName === 'h1' && sections.length === 0 && omitted.titleId === undefined;
  return isFirst && lettersOf(text) !== '' && lettersOf(text) === lettersOf(title);
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** A badge is a link of nothing but a picture of another site: it goes with its picture. */
const link: Rule = (node, context) => {
  const before = context.omitted.count;
  completeChildren(node, { ...context, isInLink: true });
  const content = contentOf(node);
  if (content === 'nothing' && context.omitted.count > before) return omit(context);
  const address = parseAddress(attribute(node, 'href') ?? '', context.base.folder);
  const href = address && hrefOf(address, context);
  setAttribute(node, 'href', content === 'nothing' ? undefined : href);
  if (address?.kind === 'web') setAttribute(node, 'rel', EXTERNAL);
  if (content === 'images') setAttribute(node, 'aria-label', href);
  return node;
};

function hrefOf(address: Address, { base: { files }, idPrefix, omitted: { titleId } }: Context): string {
  if (address.kind === 'file') return files + address.path + address.fragment;
  if (address.kind !== 'place') return address.href;
  const id = idPrefix + address.id;
  return id === titleId ? '#' : address.id && `#${id}`; // `#` is the top of the page
}

/** An image of another site would tell that site who reads this page, so it becomes a link; in a link, nothing. */
const image: Rule = (node, context) => {
  const { base, isInLink } = context;
  const address = parseAddress(attribute(node, 'src') ?? '', base.folder);
  const alt = attribute(node, 'alt') ?? '';
  if (address?.kind === 'file' && IMAGE.test(address.path)) {
    for (const [name, value] of Object.entries({ src: base.images + address.path, alt, loading: 'lazy' }))
      setAttribute(node, name, value);
    return node;
  }
  if (address?.kind !== 'web') return textNode(alt);
  if (isInLink) return omit(context);
  return element('a', { class: 'remote-image', href: address.href, rel: EXTERNAL }, [textNode(alt || 'Image')]);
};

const summary: Rule = (node, context) => withChildren(node, { ...context, isInLink: true });

/** Whatever may be wider than the page scrolls by itself, by keyboard as well. */
const table: Rule = (node, context) => {
  const wrapper = { class: 'table', role: 'group', 'aria-label': 'Table', tabindex: '0' };
  return element('div', wrapper, [withChildren(node, context)]);
};

const pre: Rule = (node, context) => {
  setAttribute(node, 'tabindex', '0');
  return element('div', { class: 'code-block' }, [withChildren(node, context), element('copy-button', {})]);
};

const listItem: Rule = (node, context) => {
  completeTask(node);
  return withChildren(node, context);
};

const quotation: Rule = (node, context) => {
  const [, kind] = ALERT_CLASS.exec(attribute(node, 'class') ?? '') ?? [];
  completeChildren(node, context);
  return kind === undefined ? node : completeAlert(node, kind);
};

const rules = new Map<string, Rule>(
  Object.entries({
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading])),
    a: link,
    img: image,
    li: listItem,
    blockquote: quotation,
    summary,
    table,
    pre,
  }),
);
