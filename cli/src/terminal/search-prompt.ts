// Options of a question that are searched while a person types: after a short rest, once for each text, with what is known until then.

export interface SearchOption<Value extends string = string> {
  value: Value;
  label?: string;
  hint?: string;
}

export type Find = (text: string) => Promise<SearchOption[]>;

/** A person who types rests at times; each search is a request of the hourly limit. */
const REST_MS = 300;

/** `options` is called whenever the question is drawn. `redraw` is called when there is more to show. */
export function searchOptions(find: Find): { options: (text: string, redraw: () => void) => SearchOption[] } {
  const found = new Map<string, SearchOption[]>();
  let shown: SearchOption[] = [];
  let wanted: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function search(text: string, redraw: () => void): Promise<void> {
    const options = await find(text).catch(() => undefined); // the next letter tries again
    if (options) found.set(text, options);
    if (wanted === text && options) redraw();
  }

  return {
    options(text, redraw) {
      const known = found.get(text);
      if (known) shown = known;
      if (!known && text !== wanted) {
        clearTimeout(timer);
        timer = setTimeout(() => void search(text, redraw), wanted === undefined ? 0 : REST_MS);
      }
      wanted = text;
      // Who types on and presses Enter before the answer is there must not get what another text has found.
      return known ?? shown.filter((option) => isLike(option, text));
    },
  };
}

function isLike({ value, hint = '' }: SearchOption, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/);
  return words.every((word) => `${value} ${hint}`.toLowerCase().includes(word));
}
