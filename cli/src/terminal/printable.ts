// Text of others without what a terminal would obey: a catalog's text must not move the cursor, set colours or hide what follows.

// oxlint-disable-next-line no-control-regex -- these are the characters to find
const CONTROL = /(?!\n|\t)[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Every control character and every mark that turns the direction of text becomes a visible one; a line may end as on Windows. */
export const printable = (text: string) => text.replaceAll('\r\n', '\n').replace(CONTROL, '\ufffd');

/** The same on one line, for a cell of a table. */
export const printableLine = (text: string) => printable(text.replace(/\s+/g, ' ').trim());

/** The same for every text and every key in a value of JSON. */
export function printableValue<Value>(value: Value): Value {
  if (typeof value === 'string') return printable(value) as Value;
  if (Array.isArray(value)) return value.map(printableValue) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [printable(key), printableValue(one)])) as Value;
}

/** JSON, indented for a person. A character that a terminal obeys, and that JSON allows, is escaped: the value stays the same. */
export function jsonText(value: unknown, isIndented = false): string {
  const text = JSON.stringify(value, undefined, isIndented ? 2 : 0);
  return text.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
