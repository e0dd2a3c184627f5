// Footnotes as GitHub writes them: `[^name]` in the text, and `[^name]: text` anywhere. Those that the text refers to stand at its end.
import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it';

interface Footnotes {
  /** By name: the number that each got from its first reference; 0 without one. */
  numbers: Map<string, number>;
  /** How many references each number has. */
  references: number[];
  isInside: boolean;
}

/** `env` lives as long as the parsing of one document. */
const footnotesOf = (env: object): Footnotes =>
  ((env as { footnotes?: Footnotes }).footnotes ??= { numbers: new Map(), references: [0], isInside: false });

/** How far the further paragraphs of a footnote are indented. So far indented, a mark is code. */
const INDENT = 4;
const DEFINITION = /^\[\^([^\]\s]{1,100})\]:[ \t]*/;
const REFERENCE = /\[\^([^\]\s]{1,100})\]/y;

export function addFootnotes(parser: MarkdownIt): void {
  parser.block.ruler.before('reference', 'footnotes', parseDefinition, { alt: ['paragraph', 'reference'] });
  parser.inline.ruler.before('link', 'footnotes', parseReference);
  parser.core.ruler.after('inline', 'footnotes', moveToEnd);
  parser.renderer.rules['footnote_reference'] = (tokens, at) => referenceHtml(tokens[at]?.meta as unknown as Reference);
}

/** A definition inside another one is text. */
function parseDefinition(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const footnotes = footnotesOf(state.env);
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  const [mark, name = ''] = DEFINITION.exec(state.src.slice(start, start + 110)) ?? [];
  const isCode = (state.sCount[startLine] ?? 0) - state.blkIndent >= INDENT;
  if (mark === undefined || isCode) return false;
  if (isSilent) return true;
  if (footnotes.isInside || footnotes.numbers.has(name)) return false;
  footnotes.numbers.set(name, 0);
  footnotes.isInside = true;
  state.push('footnote_open', '', 1).meta = { name };
  tokenizeContent(state, startLine, endLine, start + mark.length);
  state.push('footnote_close', '', -1);
  footnotes.isInside = false;
  return true;
}

/** The first line begins after the mark, and the rest of the text is as that of an indented block. */
function tokenizeContent(state: StateBlock, startLine: number, endLine: number, contentStart: number): void {
  const { bMarks, tShift, sCount, blkIndent, parentType } = state;
  const saved = [bMarks[startLine] ?? 0, tShift[startLine] ?? 0, sCount[startLine] ?? 0] as const;
  [bMarks[startLine], tShift[startLine], sCount[startLine]] = [contentStart, 0, blkIndent + INDENT];
  state.blkIndent += INDENT;
  state.parentType = 'reference';
  state.md.block.tokenize(state, startLine, endLine);
  [bMarks[startLine], tShift[startLine], sCount[startLine]] = saved;
  state.blkIndent = blkIndent;
  state.parentType = parentType;
}

interface Reference {
  number: number;
  /** Which reference to this footnote it is, from 1. */
  count: number;
}

function parseReference(state: StateInline, isSilent: boolean): boolean {
  const { numbers, references } = footnotesOf(state.env);
  REFERENCE.lastIndex = state.pos;
  const [mark, name = ''] = REFERENCE.exec(state.src) ?? [];
  const known = mark === undefined ? undefined : numbers.get(name);
  if (mark === undefined || known === undefined) return false;
  state.pos += mark.length;
  if (isSilent) return true;
  const number = known || references.length;
  numbers.set(name, number);
  const count = (references[number] ?? 0) + 1;
  references[number] = count;
  state.push('footnote_reference', '', 0).meta = { number, count } satisfies Reference;
  return true;
}

function referenceHtml({ number, count }: Reference): string {
  const id = count === 1 ? number : `${number}-${count}`;
  return `<sup><a id="fnref-${id}" href="#fn-${number}" title="Footnote ${number}">${number}</a></sup>`;
}

/** Takes the definitions out of the text. Those without a reference are left out. */
function moveToEnd(state: StateCore): void {
  const { numbers, references } = footnotesOf(state.env);
  if (numbers.size === 0) return;
  const bodies: Token[][] = [];
  let body: Token[] | undefined;
  const text = state.tokens.filter((token) => {
    if (token.type === 'footnote_open') bodies[numbers.get((token.meta as { name: string }).name) ?? 0] = body = [];
    else if (token.type === 'footnote_close') body = undefined;
    else body?.push(token);
    return body === undefined && token.type !== 'footnote_close';
  });
  const notes = references.flatMap((_, number) =>
    number === 0 ? [] : noteTokens(state, number, bodies[number] ?? []),
  );
  const around = (content: string) => htmlBlock(state, content);
  state.tokens =
    notes.length === 0 ? text : [...text, around('<div class="footnotes"><ol>'), ...notes, around('</ol></div>')];
}

function noteTokens(state: StateCore, number: number, body: Token[]): Token[] {
  const back = `<a href="#fnref-${number}" title="Back to the text">↩</a>`;
  const last = body.at(-2);
  if (last?.type === 'inline' && body.at(-1)?.type === 'paragraph_close') {
    const link = new state.Token('html_inline', '', 0);
    link.content = ` ${back}`;
    last.children?.push(link);
    return [htmlBlock(state, `<li id="fn-${number}">`), ...body, htmlBlock(state, '</li>')];
  }
  return [htmlBlock(state, `<li id="fn-${number}">`), ...body, htmlBlock(state, `${back}</li>`)];
}

function htmlBlock(state: StateCore, content: string): Token {
  const token = new state.Token('html_block', '', 0);
  token.content = content;
  return token;
}
