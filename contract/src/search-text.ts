// What people type into a search box or after `realm search`: words, and operators such as `category:blog`, which become parameters of the list.

export interface SearchText {
  /** The words, without the operators. */
  q: string;
  category: string[];
  tags: string[];
  author: string[];
  license: string[];
  has: string[];
}

const fields = { category: 'category', tag: 'tags', author: 'author', license: 'license', has: 'has' } as const;
export type Operator = keyof typeof fields;
export const operators = Object.keys(fields) as Operator[];

/** A name and a value; a value with blanks or quotation marks stands in quotation marks, with a backslash before each inside. */
const OPERATOR = /(?<=^|\s)(category|tag|author|license|has):(?:"((?:[^"\\]|\\.)*)"(?=\s|$)|(\S+))/g;

/** Values are separated by commas, except licenses, of which a comma can be a part. */
export function parseSearchText(text: string): SearchText {
  const found: SearchText = { q: '', category: [], tags: [], author: [], license: [], has: [] };
  const rest = text.replaceAll(OPERATOR, (_, operator: Operator, quotedValue?: string, word?: string) => {
    const value = quotedValue?.replaceAll(/\\(.)/g, '$1') ?? word ?? '';
    const values = operator === 'license' ? [value] : value.split(',');
    found[fields[operator]].push(...values.map((one) => one.trim()).filter(Boolean));
    return '';
  });
  return { ...found, q: rest.replaceAll(/\s+/g, ' ').trim() };
}

/** An operator with its value, as one types it. */
export function operatorText(operator: Operator, value: string): string {
  return `${operator}:${/[\s"\\]/.test(value) ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : value}`;
}

/** The words of a shell as one text: an operator whose value has blanks is one word there, without quotation marks. */
export function searchTextOf(words: string[]): string {
  return words
    .map((word) => {
      const [, operator, value = ''] = /^(category|tag|author|license|has):([^"]*\s[^"]*)$/.exec(word) ?? [];
      return operator ? operatorText(operator as Operator, value) : word;
    })
    .join(' ');
}
