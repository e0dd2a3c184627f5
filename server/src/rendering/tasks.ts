// Task lists: `[ ]` and `[x]` at the start of list items become boxes, which stand in place of the bullets.
import type { StateCore } from 'markdown-it';
import { element, isElement, setAttribute, setChildren, textOf, type Element, type Node } from './html-tree.ts';

const BOX = /^\s*([☐☑])\s?/;

export function markTasks({ tokens }: StateCore): void {
  for (const [index, token] of tokens.entries())
    if (token.type === 'inline' && tokens[index - 2]?.type === 'list_item_open')
      token.content = token.content.replace(/^\[([ xX])\](?=\s)/, (_, mark) => (mark === ' ' ? '☐' : '☑'));
}

/** Draws the box of a list item that begins with one. */
export function completeTask(item: Element): void {
  const text = firstText(item);
  const [mark = '', sign] = BOX.exec(text ? textOf(text) : '') ?? [];
  if (!text || !('value' in text) || sign === undefined) return;
  const isDone = sign === '☑';
  text.value = text.value.slice(mark.length);
  const box = { class: isDone ? 'task-box done' : 'task-box', role: 'img', 'aria-label': isDone ? 'Done:' : 'To do:' };
  const parent = text.parentNode;
  setAttribute(item, 'class', 'task');
  if (parent) setChildren(parent, [element('span', box), ...parent.childNodes]);
}

/** The text that the item begins with, if nothing but a paragraph is around it. */
function firstText(item: Element): Node | undefined {
  const first = item.childNodes.find((child) => isElement(child) || textOf(child).trim() !== '');
  return first && isElement(first) ? (first.tagName === 'p' ? first.childNodes[0] : undefined) : first;
}
