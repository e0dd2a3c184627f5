// How many columns of a terminal a text takes.

const segmenter = new Intl.Segmenter();
/** Scripts of East Asia and emoji take two columns. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}])/u;
// oxlint-disable-next-line no-control-regex -- only these take one column each, and need no segmenter
const ASCII = /^[\u0020-\u007e]*$/;

export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += widthOfSegment(segment);
  return width;
}

const widthOfSegment = (segment: string) => (WIDE.test(segment) ? 2 : 1);

/** The text in at most this many columns, with an ellipsis where something is left out. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let width = 0;
  let kept = '';
  for (const { segment } of segmenter.segment(text)) {
    width += widthOfSegment(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The text as lines of at most this many columns, broken at blanks. A word that is longer, such as an address, stays whole. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
