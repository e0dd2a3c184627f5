// JSON with colours for names, texts and other values.
import { html, type Html } from '../html.ts';

/** A name with its colon, a text, or another value. */
const TOKEN = /("(?:[^"\\]|\\.)*")(:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;

/** A list of texts and numbers, which fits one line. The text of a value has no line break of its own. */
const PLAIN_LIST = /\[\n[^\n[{]{1,40}(?:,\n[^\n[{]{1,40}){0,3}\n\s*\]/g;

export function jsonHtml(value: unknown): Html[] {
  const text = JSON.stringify(value, null, 2).replaceAll(PLAIN_LIST, (list) => list.replaceAll(/\s*\n\s*/g, ' '));
  const parts: Html[] = [];
  let at = 0;
  for (const found of text.matchAll(TOKEN)) {
    const [token, quoted, colon = ''] = found;
    parts.push(
      html`${text.slice(at, found.index)}`,
      colored(token.slice(0, token.length - colon.length), quoted, colon),
    );
    at = found.index + token.length;
  }
  return [...parts, html`${text.slice(at)}`];
}

function colored(token: string, quoted: string | undefined, colon: string): Html {
  if (quoted === undefined) return html`<span class="hljs-literal">${token}</span>`;
  return colon === ''
    ? html`<span class="hljs-string">${token}</span>`
    : html`<span class="hljs-attr">${token}</span>${colon}`;
}
