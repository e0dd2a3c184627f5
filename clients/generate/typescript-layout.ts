// How TypeScript is laid out: comments, unions and signatures, on one line where they fit, as the formatter has them.

/** Of a line. */
const MAX_LENGTH = 120;

/** A comment of these paragraphs, or none if they say nothing. */
export function comment(paragraphs: string[], indent = ''): string[] {
  const texts = paragraphs.map((text) => text.replaceAll('*/', '*\\/'));
  if (texts.every((text) => text === '')) return [];
  const line = `${indent}/** ${texts.join('')} */`;
  if (texts.length === 1 && line.length <= MAX_LENGTH) return [line];
  const lines = texts.flatMap((text) => wrapped(text, MAX_LENGTH - indent.length - 3));
  return [`${indent}/**`, ...lines.map((text) => `${indent} * ${text}`.trimEnd()), `${indent} */`];
}

export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line += line ? ` ${word}` : word;
  }
  return [...lines, line];
}

export function union(start: string, members: readonly string[], indent = ''): string {
  const line = `${start} ${members.join(' | ')};`;
  if (line.length <= MAX_LENGTH || members.length === 1) return line;
  return `${[start, ...members.map((member) => `${indent}  | ${member}`)].join('\n')};`;
}

export function signature(name: string, parameters: string[], result: string): string {
  const line = `  ${name}(${parameters.join(', ')}): ${result};`;
  if (line.length <= MAX_LENGTH) return line;
  return [`  ${name}(`, ...parameters.map((parameter) => `    ${parameter},`), `  ): ${result};`].join('\n');
}
