// `realm api`: any request of the API, with the account, the retries and the errors of the other commands.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { parseJson } from '../parse-json.ts';
import { jsonText, printable } from '../printable.ts';
import { readInput } from '../read-input.ts';

/** More than the catalog takes. */
const MAX_BODY_BYTES = 1_048_576;

interface Options {
  field?: string[];
  header?: string[];
  input?: string;
  include?: boolean;
}

export const command: CommandDefinition<[method: string, path: string], Options> = {
  arguments: [
    { name: '<method>', description: 'GET, POST, PUT, PATCH or DELETE' },
    { name: '<path>', description: 'below /v1/api, such as /realms?limit=1' },
  ],
  options: [
    { flags: '-f, --field <field...>', description: 'name=text or name:=JSON; of the query for GET, else of the body' },
    { flags: '-H, --header <header...>', description: "a header, such as 'Idempotency-Key: 1'" },
    { flags: '--input <file>', description: 'the JSON body; - is stdin' },
    { flags: '-i, --include', description: 'also show status and headers' },
  ],
  examples: [
    ['api GET /realms -f search=blog -f limit=1', 'The same as /realms?search=blog&limit=1.'],
    ['api PATCH /realms/my-realm -f description=Better', 'Changes one field.'],
  ],
  async run(context, [method, path], options) {
    const { client, output, signal } = context;
    const verb = method.toUpperCase();
    if (!/^[A-Z]{3,7}$/.test(verb) || !path.startsWith('/'))
      throw new CommandError('usage', 'A method and a path are needed.', {
        hint: `${context.programName} api GET /realms`,
      });
    const isRead = verb === 'GET' || verb === 'HEAD';
    const fields = fieldsOf(options.field ?? []);
    const input =
      options.input === undefined
        ? undefined
        : parseJson(await readBody(context, options.input), nameOf(options.input));
    const content = isRead ? { query: fields } : { body: input ?? (options.field ? fields : undefined) };
    const call = client.request(verb, path, { ...content, headers: headersOf(options.header ?? []), signal });
    const { data, status, headers } = await call.withResponse();
    if (options.include) output.note([`HTTP ${status}`, ...Array.from(headers, (pair) => pair.join(': '))].join('\n'));
    if (output.isJson && (typeof data !== 'object' || data === null)) output.write(`${jsonText(data ?? null)}\n`);
    else if (typeof data === 'object' && data !== null)
      output.record(data, (one) => `${jsonText(one, output.isTerminal)}\n`);
    else if (typeof data === 'string') output.write(output.isTerminal ? printable(data) : data);
  },
};

/** `name=text`, or `name:=JSON`. */
function fieldsOf(words: string[]): Record<string, unknown> {
  return Object.fromEntries(
    words.map((word): [string, unknown] => {
      const [, name, isJson, value = ''] = /^([^=:]+)(:?)=(.*)$/s.exec(word) ?? [];
      if (!name) throw new CommandError('usage', `A field is name=text or name:=JSON, and not ${word}.`);
      return [name, isJson ? parseJson(value, `The value of ${name}`) : value];
    }),
  );
}

function headersOf(words: string[]): Record<string, string> {
  return Object.fromEntries(
    words.map((word): [string, string] => {
      const [, name, value = ''] = /^([\w-]+):\s*(.*)$/.exec(word) ?? [];
      if (!name) throw new CommandError('usage', `A header is 'Name: value', and not ${word}.`);
      return [name, value];
    }),
  );
}

const readBody = (context: CommandContext, file: string) =>
  file === '-' ? readInput(context, MAX_BODY_BYTES) : readText(resolve(context.io.cwd, file));

const nameOf = (file: string) => (file === '-' ? 'The input' : file);

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new CommandError('usage', `--input names a file that cannot be read: ${path}`, { cause });
  }
}
