// How Go is laid out: names, comments, and the columns in which gofmt has the fields of a struct.

/** Of a line of a comment. */
const MAX_LENGTH = 110;

/** Words that Go writes in one case. */
const INITIALISMS = new Set(['api', 'csv', 'html', 'http', 'id', 'json', 'npm', 'sha256', 'totp', 'uri', 'url']);

/** `coverUrl` is `CoverURL`, and `redirectUris` is `RedirectURIs`. */
export function exported(name: string): string {
  const pascal = name.replace(/^oauth/, 'OAuth').replace(/^[a-z]/, (letter) => letter.toUpperCase());
  return pascal.replaceAll(/[A-Z][a-z]*\d*/g, (word) => {
    const plain = word.toLowerCase().replace(/s$/, '');
    return INITIALISMS.has(plain) ? plain.toUpperCase() + word.slice(plain.length) : word;
  });
}

export const lowerFirst = (text: string) => text.replace(/^[A-Z]/, (letter) => letter.toLowerCase());

/** A comment of these paragraphs, or none if they say nothing. What begins with a dash is of a list. */
export function comment(paragraphs: string[], indent = ''): string[] {
  if (paragraphs.every((text) => text === '')) return [];
  const lines = paragraphs.flatMap((text) => {
    if (!text.startsWith('  - ')) return wrapped(text, MAX_LENGTH - indent.length);
    return wrapped(text.slice(4), MAX_LENGTH - 4).map((line, at) => (at === 0 ? '  - ' : '    ') + line);
  });
  return lines.map((line) => `${indent}// ${line}`.trimEnd());
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line += line ? ` ${word}` : word;
  }
  return [...lines, line];
}

interface Row {
  comment: string[];
  cells: string[];
  blankBefore?: boolean;
}

/** Fields with nothing between them stand in columns. */
export function aligned(rows: Row[]): string[] {
  const blocks: Row[][] = [];
  for (const row of rows) {
    const block = blocks.at(-1);
    if (block && row.comment.length === 0 && !row.blankBefore) block.push(row);
    else blocks.push([row]);
  }
  return blocks.flatMap((block) => {
    const widths =
      block[0]?.cells.map((_, column) => Math.max(...block.map(({ cells }) => cells[column]!.length))) ?? [];
    return block.flatMap(({ comment, cells, blankBefore }) => {
      const line = cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' ');
      return [...(blankBefore ? [''] : []), ...comment, `\t${line.trimEnd()}`];
    });
  });
}

/** A type of texts, with a constant for each. */
export function constants(name: string, values: readonly string[]): string {
  const rows = values.map((value) => ({ comment: [], cells: [name + words(value), name, `= "${value}"`] }));
  return `type ${name} string

// The values of ${name}. A newer catalog may have others.
const (
${aligned(rows).join('\n')}
)
`;
}

/** `tar.gz` is `TarGz`, and `realms:write` is `RealmsWrite`. */
const words = (value: string) =>
  exported(value.replaceAll(/[^a-zA-Z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase()));
