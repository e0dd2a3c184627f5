// The size of an answer: a field can have many names in it, so that a small query can ask for one long text again and again, and one long
// name can stand in each object of a list.
import { refusal } from './refusal.ts';

const MAX_BYTES = 4 * 1_024 * 1_024;
/** Beside the text of a value and its name: quotation marks, a colon and a comma. */
const BYTES_OF_VALUE = 6;

/** Throws where the answer has too much text. */
export function refuseLargeResult(data: unknown): void {
  let bytes = 0;
  function add(value: unknown): void {
    bytes += BYTES_OF_VALUE;
    if (typeof value === 'string') bytes += Buffer.byteLength(value);
    else if (Array.isArray(value)) value.forEach(add);
    // Objects of a result have no prototype, and there may be many: `Object.values` would make a list of each.
    else if (typeof value === 'object') for (const name in value) addField(name, value as Record<string, unknown>);
    if (bytes > MAX_BYTES)
      throw refusal('The response has more than 4 MiB of text. Ask for fewer realms or fewer fields.');
  }
  function addField(name: string, parent: Record<string, unknown>): void {
    bytes += name.length;
    add(parent[name]);
  }
  add(data);
}
