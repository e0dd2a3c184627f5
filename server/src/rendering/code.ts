// Splits highlighted code into lines, each of which is HTML of its own.
import { escapeHtml } from '@realm-catalog/web/html';
import { highlight } from './highlight.ts';

/** Returns the lines of the code as HTML; plain text without a language. A line break at the end begins no line. */
export function codeLines(text: string, language: string | undefined): string[] {
  const code = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  return language === undefined
    ? escapeHtml(code).split('\n')
    : splitLines(highlight(code.replaceAll('\0', '\u{fffd}'), language));
}

const OPENING_TAG = /^<span class="(hljs-[\w-]+)?/;

/** Closes the spans that are open at the end of a line, and opens them again in the next one. */
function splitLines(html: string): string[] {
  const lines: string[] = [];
  const open: string[] = [];
  let line = '';
  for (const [part] of html.matchAll(/<[^>]*>|\n|[^<\n]+/g)) {
    if (part === '\n') {
      lines.push(line + '</span>'.repeat(open.length));
      line = open.join('');
    } else if (part === '</span>') {
      open.pop();
      line += part;
    } else if (part.startsWith('<')) {
      const [, name] = OPENING_TAG.exec(part) ?? [];
      const tag = name ? `<span class="${name}">` : '<span>';
      open.push(tag);
      line += tag;
    } else line += part;
  }
  return [...lines, line];
}
