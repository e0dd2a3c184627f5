// Rewrites text so that JavaScript compares it as databases do: by the bytes of UTF-8, which is the order of code points.

/**
 * JavaScript compares UTF-16 units, where the surrogates of code points above U+FFFF come before U+E000 … U+FFFF. Here the two
 * ranges change places, unit by unit: equal texts stay equal, and a prefix stays a prefix.
 */
export function codePointOrdered(text: string): string {
  if (!/[\uD800-\uFFFF]/.test(text)) return text;
  return Array.from({ length: text.length }, (_, at) => String.fromCharCode(swapped(text.charCodeAt(at)))).join('');
}

function swapped(unit: number): number {
  if (unit < 0xd8_00) return unit;
  return unit < 0xe0_00 ? unit + 0x20_00 : unit - 0x8_00;
}
