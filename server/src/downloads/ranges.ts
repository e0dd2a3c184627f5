// The `Range` of a request: RFC 9110, section 14, for one range of bytes.
import type { ByteRange } from '../archives/archives.ts';

/**
 * The part of `size` bytes that is asked for; `unsatisfiable` when it lies outside, and nothing when the whole is to be sent: no
 * range, several, another unit, or one that cannot be read.
 */
export function requestedRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
