// Highlights source code as HTML with classes (`hljs-keyword`) and without styles, which the pages' Content-Security-Policy forbids.
import { createRequire } from 'node:module';
import { isCommon } from './languages.ts';

/** Longer lines are generated code as a rule, and cost the most time. */
const MAX_LINE_LENGTH = 512;

/** What is used of highlight.js: its own types bring those of a browser into every file of the server. */
interface Highlighter {
  getLanguage(name: string): object | undefined;
  registerLanguage(name: string, language: unknown): void;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
}

const require = createRequire(import.meta.url);
let loaded: Highlighter | undefined;

/**
 * Returns the code as HTML in which each token is a span. The common languages are loaded together: which parts of a file are highlighted
 * would otherwise depend on the files before it.
 */
export function highlight(code: string, language: string): string {
  const highlighter = (loaded ??= require('highlight.js/lib/common') as Highlighter);
  if (!isCommon(language) && !highlighter.getLanguage(language))
    highlighter.registerLanguage(language, require(`highlight.js/lib/languages/${language}`));
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
}

/** Whether highlighting the code takes a reasonable time. */
export function canHighlight(code: string, maxLength: number): boolean {
  return code.length <= maxLength && !hasLongLine(code);
}

function hasLongLine(code: string): boolean {
  for (let start = 0; code.length - start > MAX_LINE_LENGTH; start += 1) {
    const end = code.indexOf('\n', start);
    if (end < 0 || end - start > MAX_LINE_LENGTH) return true;
    start = end;
  }
  return false;
}
