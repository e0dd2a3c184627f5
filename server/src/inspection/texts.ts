// The text of the files that are read out of an archive: UTF-8, and of a README no more than a page needs.
import { cleanLongText } from '../text.ts';
import { Refusal } from './refusal.ts';

const README_MOST = 256 * 1_024;
const CUT = '\n\n…\n\n*README.md is longer than this; the rest is in the archive.*\n';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Without the byte order mark that some editors put first; no file at all is no text. */
export function readText(name: string, bytes: Buffer | undefined): string {
  try {
    return bytes ? utf8.decode(bytes) : '';
  } catch {
    throw new Refusal('is not UTF-8', name);
  }
}

/** In NFC, with plain line ends, without control characters, and cut between two characters where it is too long. */
export function toReadme(text: string): string {
  const clean = toMarkdown(plainLineEnds(text).replaceAll(/[^\P{Cc}\n\t]/gu, '')); // first, since they may part runs of marks
  const bytes = Buffer.from(clean);
  if (bytes.length <= README_MOST) return clean;
  let end = README_MOST - Buffer.byteLength(CUT);
  while ((bytes.readUInt8(end) & 0b1100_0000) === 0b1000_0000) end -= 1;
  return bytes.toString('utf8', 0, end) + CUT;
}

/** In NFC, with plain line ends, and without combining marks that are too many to be text. */
export function toMarkdown(text: string): string {
  return cleanLongText(plainLineEnds(text)).trim();
}

function plainLineEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
