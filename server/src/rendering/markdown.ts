// Renders Markdown as GitHub writes it (tables, struck-out text, task lists, alerts, footnotes, addresses as links) to harmless HTML.
import MarkdownIt, { type StateCore, type Token } from 'markdown-it';
import type { MarkdownBase } from './addresses.ts';
import { markAlerts } from './alerts.ts';
import { completeDocument } from './document.ts';
import { addFootnotes } from './footnotes.ts';
import { canHighlight, highlight } from './highlight.ts';
import { languageOfFence } from './languages.ts';
import { sanitize } from './sanitize.ts';
import { markTasks } from './tasks.ts';

const MAX_BLOCK_LENGTH = 64 * 1_024;
/** In UTF-16 code units, of the HTML before it is sanitized. A reference repeats its address wherever it is used, so a short text may become very long. */
const MAX_UNSANITIZED_LENGTH = 4 * 1_024 ** 2;

const parser = new MarkdownIt({ html: true, linkify: true, highlight: highlightBlock });
/** `README.md` and `main.rs` are no addresses, though `md` and `rs` are countries, and `git@example.org:x` is no mailbox. */
parser.linkify?.set({ fuzzyLink: false, fuzzyEmail: false });
parser.core.ruler.after('block', 'task-lists', markTasks);
parser.core.ruler.after('block', 'alerts', markAlerts);
addFootnotes(parser);
parser.core.ruler.push('alignment', alignCells);

export function renderMarkdown(text: string, base: MarkdownBase): string {
  const html = parser.render(text);
  if (html.length > MAX_UNSANITIZED_LENGTH) throw new RangeError('the document is too long');
  return completeDocument(sanitize(html), base);
}

/** Returns HTML; nothing for a block that is shown as it stands. */
function highlightBlock(code: string, info: string): string {
  const language = languageOfFence(info);
  return language !== undefined && canHighlight(code, MAX_BLOCK_LENGTH) ? highlight(code, language) : '';
}

/** Aligns the cells of tables by an attribute, since the Content-Security-Policy of pages forbids styles. */
function alignCells({ tokens }: StateCore): void {
  for (const token of tokens) if (token.type === 'td_open' || token.type === 'th_open') alignCell(token);
}

function alignCell(token: Token): void {
  const side = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
  if (side) token.attrSet('align', side);
}
