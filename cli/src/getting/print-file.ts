// Prints one file of a version: its bytes as they are when piped, its text without what a terminal would obey on one.
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { printable } from '../terminal/printable.ts';
import { shellWords } from '../settings/program-name.ts';
import { responseChunks } from '../catalog/response-chunks.ts';

/** More than anyone reads on a terminal, or wants within JSON. */
const MAX_SHOWN_BYTES = 1_048_576;

interface FileName {
  slug: string;
  version: string;
  path: string;
}

export async function printFile(context: CommandContext, file: FileName): Promise<void> {
  const { client, output, io, options, signal } = context;
  const { slug, version, path } = file;
  const response = await client.realms.file(slug, version, path, { signal });
  const chunks = responseChunks(response, options.timeoutMs);
  if (!output.isTerminal && !output.isJson) {
    for await (const chunk of chunks) await written(io.stdout, chunk);
    return;
  }
  if (!response.headers.get('content-type')?.startsWith('text/plain')) {
    await response.body?.cancel();
    throw notShown(`${path} is not text.`, context, file);
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_SHOWN_BYTES) throw notShown(`${path} is larger than 1 MiB.`, context, file);
    parts.push(chunk);
  }
  const text = Buffer.concat(parts).toString();
  output.record({ ...file, text }, () => printable(text === '' || text.endsWith('\n') ? text : `${text}\n`));
}

/** A reader that is slower than the network holds it back. */
const written = (stream: CommandContext['io']['stdout'], chunk: Uint8Array) =>
  new Promise<void>((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()));
  });

function notShown(why: string, { programName }: CommandContext, { slug, version, path }: FileName): CommandError {
  return new CommandError('usage', why, {
    code: 'not_shown',
    hint: `${programName} files ${slug}@${version} --show ${shellWords([path])} > FILE`,
  });
}
