// HTML as a tagged template: every value is escaped, unless it is HTML already.

export interface Html {
  readonly html: string;
}

// oxlint-disable-next-line no-control-regex -- it is what is looked for
const special = /[&<>"'\0]/;

/** In one pass. Most texts have nothing to escape, and looking is much faster than copying. */
export function escapeHtml(text: string): string {
  const first = text.search(special);
  if (first < 0) return text;
  let [escaped, from] = ['', 0];
  for (let at = first; at < text.length; at += 1) {
    const entity = entityOf(text.charCodeAt(at));
    if (entity === undefined) continue;
    escaped += text.slice(from, at) + entity;
    from = at + 1;
  }
  return escaped + text.slice(from);
}

function entityOf(code: number): string | undefined {
  switch (code) {
    case 0x00:
      return '\u{fffd}'; // HTML has no way to write U+0000
    case 0x22:
      return '&quot;';
    case 0x26:
      return '&amp;';
    case 0x27:
      return '&#39;';
    case 0x3c:
      return '&lt;';
    case 0x3e:
      return '&gt;';
    default:
      return undefined;
  }
}

/** How many bytes each character of ASCII takes. */
const asciiBytes = Uint8Array.from({ length: 0x80 }, (_, code) => entityOf(code)?.length ?? 1);

/** How many bytes a text takes in a page, without making it. */
export function bytesAsHtml(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes += asciiBytes[code] ?? 0;
    else if (code < 0x800) bytes += 2;
    else bytes += (code & 0xf800) === 0xd800 ? 2 : 3; // half of a character of four bytes
  }
  return bytes;
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
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  if (part === false || part === undefined) return '';
  if (!Array.isArray(part)) return (part as Html).html;
  let text = '';
  for (const one of part) text += render(one as Part);
  return text;
}

/** Text that is safe HTML already, such as a README after it was sanitized. */
export const safeHtml = (text: string): Html => ({ html: text });
