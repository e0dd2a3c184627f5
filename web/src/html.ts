// HTML as a tagged template: every value is escaped, unless it is HTML already.

export interface Html {
  readonly html: string;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const special = /[&<>"']/;

/** Most texts have nothing to escape, and looking is much faster than replacing. */
function escape(text: string): string {
  return special.test(text) ? text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character) : text;
}

export type Part = Html | string | number | false | undefined | readonly Part[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const fixed = withoutIndentation(strings);
  let text = fixed[0] ?? '';
  for (let at = 0; at < parts.length; at += 1) text += render(parts[at]) + (fixed[at + 1] ?? '');
  return { html: text };
}

/** The indentation of the source is a third of a page. Each template is shortened once. */
function withoutIndentation(strings: TemplateStringsArray): string[] {
  let short = shortened.get(strings);
  if (!short) shortened.set(strings, (short = strings.map((text) => text.replaceAll(/\n\s*/g, '\n'))));
  return short;
}

const shortened = new WeakMap<TemplateStringsArray, string[]>();

function render(part: Part): string {
  if (typeof part === 'string') return escape(part);
  if (typeof part === 'number') return String(part);
  if (part === false || part === undefined) return '';
  if (!Array.isArray(part)) return (part as Html).html;
  let text = '';
  for (const one of part) text += render(one as Part);
  return text;
}

/** Text that is safe HTML already, such as a README after it was sanitized. */
export const safeHtml = (text: string): Html => ({ html: text });
