// `realm api`: any request of the API, with the account, the retries and the errors of the other commands.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { printPages } from '../catalog/all-pages.ts';
import { CommandError } from '../failure.ts';
import { parseJson } from '../files/parse-json.ts';
import { jsonText, printable } from '../terminal/printable.ts';
import { readInput } from '../terminal/read-input.ts';

/** More than the catalog takes. */
const MAX_BODY_BYTES = 1_048_576;

interface Options {
  field?: string[];
  header?: string[];
  input?: string;
  include?: boolean;
  paginate?: boolean;
}

export const command: CommandDefinition<[methodOrPath: string, path: string | undefined], Options> = {
  arguments: [
    {
      name: '<method-or-path>',
      description: 'GET, POST, PUT, PATCH or DELETE; by default GET, or POST with --input',
    },
    { name: '[path]', description: 'below /v1/api, such as realms?limit=1' },
  ],
  options: [
    {
      flags: '-f, --field <field...>',
      description: 'name=text or name:=JSON, for the query of a GET, else for the body',
    },
    { flags: '-H, --header <header...>', description: "a header, such as 'Idempotency-Key: 1'" },
    { flags: '--input <file>', description: 'the JSON body; - is stdin' },
    { flags: '-i, --include', description: 'also show status and headers' },
    { flags: '--paginate', description: 'print the items of all pages of a list' },
  ],
  examples: [
    ['api realms -f search=blog -f limit=1', 'The same as api GET /realms?search=blog&limit=1'],
    ['api tags --paginate --ndjson', 'Prints all tags, one per line.'],
    ['api PATCH realms/my-realm -f description=Better', 'Changes one field.'],
  ],
  async run(context, [first, second], options) {
    const { client, output, signal } = context;
    const { method, path, query } = requestOf(context, first, second, options);
    const isRead = method === 'GET' || method === 'HEAD';
    const fields = fieldsOf(options.field ?? []);
    const headers = headersOf(options.header ?? []);
    if (options.paginate) {
      if (method !== 'GET') throw new CommandError('usage', '--paginate needs a GET.');
      return printPages(context, path, { query: { ...query, ...fields }, headers });
    }
    const input =
      options.input === undefined
        ? undefined
        : parseJson(await readBody(context, options.input), nameOf(options.input));
    const content = isRead
      ? { query: { ...query, ...fields } }
      : { query, body: input ?? (options.field ? fields : undefined) };
    const answer = await client.request(method, path, { ...content, headers, signal }).withResponse();
    const { data, status } = answer;
    if (options.include)
      output.note([`HTTP ${status}`, ...Array.from(answer.headers, (pair) => pair.join(': '))].join('\n'));
    if (output.isJson && (typeof data !== 'object' || data === null)) output.write(`${jsonText(data ?? null)}\n`);
    else if (typeof data === 'object' && data !== null)
      output.record(data, (one) => `${jsonText(one, output.isTerminal)}\n`);
    else if (typeof data === 'string') output.write(output.isTerminal ? printable(data) : data);
  },
};

const METHODS = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/;

/** The method and the slash before the path may be left out, and the address of the catalog may stand before it. */
function requestOf(
  { settings, programName }: CommandContext,
  first: string,
  second: string | undefined,
  { input }: Options,
) {
  const hasMethod = METHODS.test(first.toUpperCase());
  const method = hasMethod ? first.toUpperCase() : input === undefined ? 'GET' : 'POST';
  const address = second ?? first;
  const local = address.startsWith(`${settings.registry}/`) ? address.slice(settings.registry.length) : address;
  const [path = '', search = ''] = local.split(/\?(.*)/s);
  if (hasMethod !== (second !== undefined) || /^[a-z]+:/i.test(path))
    throw new CommandError('usage', 'Name a path of the API, after the method if it is not GET.', {
      hint: `${programName} api GET /realms`,
    });
  const query: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(search)) (query[name] ??= []).push(value);
  return { method, path: `/${path.replace(/^\/+/, '')}`, query };
}

/** `name=text`, or `name:=JSON`. */
function fieldsOf(words: string[]): Record<string, unknown> {
  return Object.fromEntries(
    words.map((word): [string, unknown] => {
      const [, name, isJson, value = ''] = /^([^=:]+)(:?)=(.*)$/s.exec(word) ?? [];
      if (!name) throw new CommandError('usage', `${word} is not a field: write name=text or name:=JSON.`);
      return [name, isJson ? parseJson(value, `The value of ${name}`) : value];
    }),
  );
}

function headersOf(words: string[]): Record<string, string> {
  return Object.fromEntries(
    words.map((word): [string, string] => {
      const [, name, value = ''] = /^([\w-]+):\s*(.*)$/.exec(word) ?? [];
      if (!name) throw new CommandError('usage', `${word} is not a header: write 'Name: value'.`);
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
    throw new CommandError('usage', `The file of --input cannot be read: ${path}`, { cause });
  }
}
