// Reads the text of `realm.json` and `README.md`: it must be UTF-8, and a README is cut to the length of a page.
import { cleanLongText } from '@realm-catalog/contract/text';
import { Refusal } from './refusal.ts';

const MAX_README_BYTES = 256 * 1_024;
const CUT_NOTICE = '\n\n…\n\n*README.md is longer than this; the rest is in the archive.*\n';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Drops the byte order mark that some editors write. A missing file is an empty text. */
export function readText(name: string, bytes: Buffer | undefined): string {
  try {
    return bytes ? utf8.decode(bytes) : '';
  } catch {
    throw new Refusal('is not UTF-8', name);
  }
}

/** Puts the text into NFC, with plain line ends and without control characters, and cuts it between two characters if it is too long. */
export function toReadme(text: string): string {
  const clean = toMarkdown(plainLineEnds(text).replaceAll(/[^\P{Cc}\n\t]/gu, '')); // control characters go first, since they may separate runs of combining marks
  const bytes = Buffer.from(clean);
  if (bytes.length <= MAX_README_BYTES) return clean;
  let end = MAX_README_BYTES - Buffer.byteLength(CUT_NOTICE);
  while ((bytes.readUInt8(end) & 0b1100_0000) === 0b1000_0000) end -= 1;
  return bytes.toString('utf8', 0, end) + CUT_NOTICE;
}

/** Puts the text into NFC, with plain line ends, and shortens runs of combining marks that no language has. */
export function toMarkdown(text: string): string {
  return cleanLongText(plainLineEnds(text)).trim();
}

function plainLineEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
