// Text that JavaScript compares as databases do: by the bytes of UTF-8, which is the order of code points.

/**
 * JavaScript compares UTF-16, where the surrogates of what lies beyond U+FFFF come before U+E000 … U+FFFF. Here the two
 * ranges change places, unit by unit: equal texts stay equal, and beginnings stay beginnings.
 */
export function byteOrdered(text: string): string {
  if (!/[\uD800-\uFFFF]/.test(text)) return text;
  return Array.from({ length: text.length }, (_, at) => String.fromCharCode(moved(text.charCodeAt(at)))).join('');
}

function moved(unit: number): number {
  if (unit < 0xd8_00) return unit;
  return unit < 0xe0_00 ? unit + 0x20_00 : unit - 0x8_00;
}
