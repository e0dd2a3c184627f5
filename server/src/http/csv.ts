// Rows as CSV (RFC 4180): a header line, and lines that end in CRLF.
import { CSV_TYPE } from '@realm-catalog/contract';

/** Cells are dates, versions and numbers, which need no quotation marks and begin no formula. */
export function csvBody(header: string[], rows: (string | number)[][]): { bytes: Buffer; mediaType: string } {
  const lines = [header, ...rows].map((cells) => `${cells.join(',')}\r\n`);
  return { bytes: Buffer.from(lines.join('')), mediaType: CSV_TYPE };
}
