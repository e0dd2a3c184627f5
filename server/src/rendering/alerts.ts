// Alerts as GitHub writes them: a quotation whose first line is `[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]`.
import type { StateCore, Token } from 'markdown-it';
import { element, setAttribute, setChildren, textNode, type Element } from './html-tree.ts';

const MARK = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** The class that such a quotation has until its page is made. */
export const ALERT_CLASS = /^alert-(note|tip|important|warning|caution)$/;

/** Gives the quotations their class, and takes the mark out of their text. */
export function markAlerts(state: StateCore): void {
  const { tokens } = state;
  const emptied = new Set<Token>();
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'blockquote_open') continue;
    const [paragraph, text, end] = tokens.slice(at + 1, at + 4);
    const [mark = '', kind = ''] = MARK.exec(text?.content ?? '') ?? [];
    if (!paragraph || !text || !end || mark === '' || paragraph.type !== 'paragraph_open') continue;
    token.attrSet('class', `alert-${kind.toLowerCase()}`);
    text.content = text.content.slice(mark.length);
    if (text.content === '') for (const part of [paragraph, text, end]) emptied.add(part);
  }
  if (emptied.size > 0) state.tokens = tokens.filter((token) => !emptied.has(token));
}

/** Begins the alert with its kind, as a word. */
export function completeAlert(quotation: Element, kind: string): Element {
  const title = element('p', { class: 'alert-title' }, [textNode(`${kind.charAt(0).toUpperCase()}${kind.slice(1)}`)]);
  setAttribute(quotation, 'class', `alert alert-${kind}`);
  setChildren(quotation, [title, ...quotation.childNodes]);
  quotation.nodeName = quotation.tagName = 'div';
  return quotation;
}
