// Renders documents and source code as HTML, within limits of size and time. Whatever exceeds them is shown as it stands.
import type { MarkdownBase } from './addresses.ts';
import { codeLines } from './code.ts';
import { escapeHtml } from './escape-html.ts';
import { canHighlight } from './highlight.ts';
import { languageOfFile } from './languages.ts';
import { renderings, type RenderLimits } from './renderings.ts';

export interface Renderer {
  /** Returns HTML that is safe to put into a page; where rendering fails, the text as it stands. */
  markdown(input: { text: string; digest: string; base: MarkdownBase }): Promise<string>;
  /** Returns a line of HTML for each line of the file; undefined for a file that the page shows as it stands. */
  code(input: { text: string; digest: string; path: string }): Promise<string[] | undefined>;
  close(): Promise<void>;
}

/** Both are in UTF-16 code units, which is what rendering takes its time for. */
const MAX_MARKDOWN_LENGTH = 256 * 1_024;
const MAX_CODE_LENGTH = 256 * 1_024;

const LIMITS: RenderLimits = { cpuMs: 2_000, wallMs: 20_000, idleMs: 60_000, memoryMib: 128, waitMs: 10_000 };

/** The process that renders starts when it is needed. Rejects with `QueueFullError` when too many texts wait for it, or this one waits too long. */
export function openRenderer(limits: Partial<RenderLimits> = {}): Renderer {
  const rendered = renderings({ ...LIMITS, ...limits });
  return {
    async markdown({ text, digest, base }) {
      const shown = firstPart(text);
      const variant = [base.files, base.images].join('\n');
      const html = await rendered.get({ kind: 'markdown', text: shown, base }, `markdown ${digest}`, variant);
      const note = shown.length < text.length ? '<p class="readme-cut">The rest is too long to be shown here.</p>' : '';
      return (html ?? plainText(shown)) + note;
    },

    async code({ text, digest, path }) {
      if (!canHighlight(text, MAX_CODE_LENGTH)) return undefined;
      const language = languageOfFile(path);
      if (language === undefined) return codeLines(text, language);
      const html = await rendered.get({ kind: 'code', text, language }, `${language} ${digest}`);
      return html?.split('\n');
    },

    close: rendered.close,
  };
}

/** Cuts a long text at the end of a line, if there is one in its last half. */
function firstPart(text: string): string {
  if (text.length <= MAX_MARKDOWN_LENGTH) return text;
  const end = text.lastIndexOf('\n', MAX_MARKDOWN_LENGTH);
  return text.slice(0, end > MAX_MARKDOWN_LENGTH / 2 ? end : MAX_MARKDOWN_LENGTH).toWellFormed();
}

function plainText(text: string): string {
  return `<pre class="readme-plain" tabindex="0" dir="auto">\n${escapeHtml(text)}</pre>`; // browsers drop the first line break
}
