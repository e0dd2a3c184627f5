// Renders documents and source code as HTML, within limits of size and time. Whatever exceeds them is shown as it stands.
import type { MarkdownBase } from './addresses.ts';
import { codeLines } from './code.ts';
import { escapeHtml } from '@realm-catalog/web/html';
import { canHighlight } from './highlight.ts';
import { languageOfFile } from './languages.ts';
import { renderings, type RenderLimits } from './renderings.ts';

export interface Renderer {
  /** Returns HTML that is safe to put into a page; where rendering fails, the text as it stands. */
  markdown(input: RealmText & { base: MarkdownBase }): Promise<string>;
  /** Returns a line of HTML for each line of the file; undefined for a file that the page shows as it stands. */
  code(input: RealmText & { path: string }): Promise<string[] | undefined>;
  close(): Promise<void>;
}

interface RealmText {
  /** The realm that the text is of. Realms take turns, and each has a budget of processor time. */
  realm: string;
  text: string;
  digest: string;
}

export interface MarkdownJob {
  text: string;
  base: MarkdownBase;
}

export interface CodeJob {
  text: string;
  language: string;
}

/** Both are in UTF-16 code units, which is what rendering takes its time for. */
const MAX_MARKDOWN_LENGTH = 256 * 1_024;
const MAX_CODE_LENGTH = 256 * 1_024;

const LIMITS: RenderLimits = {
  cpuMs: 2_000,
  wallMs: 20_000,
  idleMs: 60_000,
  memoryMib: 128,
  waitMs: 10_000,
  realmCpuMs: 10_000,
};
/** 256 KiB of TypeScript take half a second. */
const CODE_LIMITS: RenderLimits = { ...LIMITS, cpuMs: 1_000 };
const MARKDOWN_CHILD = new URL('./markdown-child.ts', import.meta.url);
const CODE_CHILD = new URL('./code-child.ts', import.meta.url);

/**
 * README files and source code have a process each, which starts when it is needed: neither waits for the other. Rejects with an
 * `UnavailableError` when too many texts wait, this one waits too long, or its realm has used its budget.
 */
export function openRenderer(limits: Partial<RenderLimits> = {}): Renderer {
  const documents = renderings<MarkdownJob>('readmes', MARKDOWN_CHILD, { ...LIMITS, ...limits });
  const sources = renderings<CodeJob>('code', CODE_CHILD, { ...CODE_LIMITS, ...limits });
  return {
    async markdown({ realm, text, digest, base }) {
      const shown = firstPart(text);
      const variant = JSON.stringify(base);
      const html = await documents.get({ realm, job: { text: shown, base }, textKey: digest, variant });
      const note = shown.length < text.length ? '<p class="readme-cut">The rest is too long to be shown here.</p>' : '';
      return (html ?? plainText(shown)) + note;
    },

    async code({ realm, text, digest, path }) {
      if (!canHighlight(text, MAX_CODE_LENGTH)) return undefined;
      const language = languageOfFile(path);
      if (language === undefined) return codeLines(text, language);
      const html = await sources.get({ realm, job: { text, language }, textKey: `${language} ${digest}` });
      return html?.split('\n');
    },

    close: async () => void (await Promise.all([documents.close(), sources.close()])),
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
