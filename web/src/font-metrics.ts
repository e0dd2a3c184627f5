// Reads from a TrueType font which characters it has and how wide they are, so that text in pictures can be broken into lines.
// One mean width for all letters would not do: a name in bold capitals is a third wider.

export interface FontMetrics {
  /** Whether the font has every character of the text. */
  hasAll(text: string): boolean;
  /** The width in units of the font size. */
  widthOf(text: string): number;
}

export function fontMetrics(bytes: Uint8Array): FontMetrics {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tableAt = tablesOf(view);
  const unitsPerEm = view.getUint16(tableAt('head') + 18);
  const metricCount = view.getUint16(tableAt('hhea') + 34);
  const metrics = tableAt('hmtx');
  const glyphs = glyphsOf(view, tableAt('cmap'));
  const widthOfGlyph = (glyph: number) => view.getUint16(metrics + Math.min(glyph, metricCount - 1) * 4) / unitsPerEm;
  const glyphOf = (character: string) => glyphs.get(character.codePointAt(0) ?? 0);
  return {
    hasAll: (text) => Array.from(text).every((character) => glyphOf(character) !== undefined),
    widthOf: (text) => Array.from(text).reduce((sum, character) => sum + widthOfGlyph(glyphOf(character) ?? 0), 0),
  };
}

function tablesOf(view: DataView): (name: string) => number {
  const tables = new Map<string, number>();
  for (let at = 12; at < 12 + view.getUint16(4) * 16; at += 16) {
    const name = String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
    tables.set(name, view.getUint32(at + 8));
  }
  return (name) => {
    const start = tables.get(name);
    if (start === undefined) throw new Error(`the font has no table ${name}`);
    return start;
  };
}

/** The glyph of each character of the Basic Multilingual Plane (a character map of format 4). */
function glyphsOf(view: DataView, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  const start = formatFour(view, cmap);
  const size = view.getUint16(start + 6); // twice the number of segments
  for (let segment = 0; segment < size; segment += 2) {
    const last = view.getUint16(start + 14 + segment);
    const first = view.getUint16(start + 16 + size + segment);
    const delta = view.getUint16(start + 16 + size * 2 + segment);
    const offsetAt = start + 16 + size * 3 + segment;
    const offset = view.getUint16(offsetAt);
    for (let code = first; code <= last && code < 0xff_ff; code += 1) {
      const found = offset === 0 ? code : view.getUint16(offsetAt + offset + (code - first) * 2);
      const glyph = found === 0 ? 0 : (found + delta) & 0xff_ff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
  return glyphs;
}

function formatFour(view: DataView, cmap: number): number {
  for (let at = cmap + 4; at < cmap + 4 + view.getUint16(cmap + 2) * 8; at += 8) {
    const start = cmap + view.getUint32(at + 4);
    if (view.getUint16(start) === 4) return start;
  }
  throw new Error('the font has no character map of format 4');
}
