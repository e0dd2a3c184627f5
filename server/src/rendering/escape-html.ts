// Escapes text for HTML.
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\0': '\u{fffd}' };

/** Returns the text as HTML, for an element or a quoted attribute. HTML has no way to write U+0000. */
export function escapeHtml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- it is what is looked for
  return text.replaceAll(/[&<>"\0]/g, (character) => entities[character] ?? character);
}
