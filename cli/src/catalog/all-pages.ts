// Prints the items of a list of the API, page after page.
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { jsonText } from '../terminal/printable.ts';

interface ListRequest {
  query: Record<string, unknown>;
  headers: Record<string, string>;
}

/** More than a page of any list has: the catalog applies the largest that the list allows. */
const PAGE_SIZE = 1_000;
/** A hostile catalog might never end its list. A line is printed as it comes, an array is held until its end. */
const MAX_PAGES = 10_000;
const MAX_HELD_CHARACTERS = 64 * 1_024 ** 2;

/** JSON always: an array, or with `--ndjson` a line for each item. */
export async function printPages(context: CommandContext, path: string, request: ListRequest): Promise<void> {
  const { output, options } = context;
  const all: object[] = [];
  let characters = 0;
  for await (const items of pagesOf(context, path, request)) {
    if (options.ndjson) {
      output.records(items, []);
      continue;
    }
    characters += JSON.stringify(items).length;
    if (characters > MAX_HELD_CHARACTERS)
      throw new CommandError('unexpected', 'The list is larger than 64 MiB of JSON.', {
        code: 'too_large',
        hint: '--ndjson prints it as it arrives.',
      });
    for (const item of items) all.push(item); // a page may have more than a call takes arguments
  }
  if (options.ndjson) return;
  if (output.isJson) return output.records(all, []);
  output.write(`${jsonText(all, output.isTerminal)}\n`);
}

async function* pagesOf(
  context: CommandContext,
  path: string,
  { query, headers }: ListRequest,
): AsyncGenerator<object[]> {
  const { client, signal } = context;
  let next: object = {};
  let offset = Number(query['offset'] ?? 0);
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await client.request('GET', path, { query: { limit: PAGE_SIZE, ...query, ...next }, headers, signal });
    const { items, pagination } = partsOf(page, path);
    yield items;
    if (pagination['hasMore'] !== true || items.length === 0) return;
    offset += items.length;
    next = typeof pagination['next'] === 'string' ? { before: pagination['next'] } : { offset };
  }
}

/** The one array that a page has, and what it says of the others. A list without pages is one page. */
function partsOf(page: unknown, path: string): { items: object[]; pagination: Record<string, unknown> } {
  const fields = Object(page) as Record<string, unknown>;
  const items = Object.values(fields).find(Array.isArray) as unknown[] | undefined;
  if (!items?.every((item) => typeof item === 'object' && item !== null))
    throw new CommandError('usage', `${path} is not a list.`, { code: 'not_a_list' });
  return { items, pagination: Object(fields['pagination']) as Record<string, unknown> };
}
