// Builds and reads trees of HTML.
import { defaultTreeAdapter, html, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

export type Parent = DefaultTreeAdapterTypes.ParentNode;
export type Element = DefaultTreeAdapterTypes.Element;
export type Node = DefaultTreeAdapterTypes.ChildNode;

export const isElement = (node: Node): node is Element => 'tagName' in node;

/** Returns the tree that browsers make of the HTML inside a `div`: they move elements that are nested wrongly. */
export function parseHtml(text: string): Parent {
  return parseFragment(element('div', {}), text, {});
}

export function element(tag: string, attributes: Record<string, string>, children: Node[] = []): Element {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  const made = defaultTreeAdapter.createElement(tag, html.NS.HTML, attrs);
  setChildren(made, children);
  return made;
}

export function textNode(value: string): Node {
  return { nodeName: '#text', parentNode: null, value };
}

export function setChildren(parent: Parent, children: Node[]): void {
  parent.childNodes = children;
  for (const child of children) child.parentNode = parent;
}

export function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value;
}

/** Sets the attribute, or removes it where the value is undefined. */
export function setAttribute(node: Element, name: string, value: string | undefined): void {
  node.attrs = node.attrs.filter((attribute) => attribute.name !== name);
  if (value !== undefined) node.attrs.push({ name, value });
}

/** Returns the text in the node, without the descriptions of images. */
export function textOf(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value;
  return isElement(node) ? node.childNodes.map(textOf).join('') : '';
}

/** Whether there is something to read in the node, if only the description of an image, or something to see. */
export function contentOf(node: Node): 'text' | 'images' | 'nothing' {
  if (!isElement(node)) return textOf(node).trim() === '' ? 'nothing' : 'text';
  if (node.tagName === 'img') return attribute(node, 'alt') ? 'text' : 'images';
  const contents = node.childNodes.map(contentOf);
  return (
    contents.find((content) => content === 'text') ?? contents.find((content) => content === 'images') ?? 'nothing'
  );
}
