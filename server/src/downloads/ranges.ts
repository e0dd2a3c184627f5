// Reads the `Range` header: RFC 9110, section 14, for one range of bytes.
import type { ByteRange } from '../archives/archives.ts';

/**
 * The requested part of `size` bytes. It is `unsatisfiable` when it lies outside of them. It is undefined when the whole archive is to be
 * sent: for no range, several, another unit, or one that cannot be read.
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
