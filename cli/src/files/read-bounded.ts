// Reads a stream to its end, unless it is longer than anything that is expected there.
import type { Readable } from 'node:stream';
import { CommandError } from '../failure.ts';

const MAX_BYTES = 65_536;

export async function readBounded(stream: Readable, maxBytes = MAX_BYTES): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part = Buffer.from(chunk as Buffer | string);
    bytes += part.length;
    if (bytes > maxBytes) throw new CommandError('usage', `The input is longer than ${maxBytes} bytes.`);
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString();
}
