// The pages of the API reference, with examples that this catalog really answers with.
import { chapters, specifications, type OperationId, type Specification } from '@realm-catalog/contract';
import { chapterPath } from '@realm-catalog/web/docs/contents';
import { referencePage } from '@realm-catalog/web/pages/reference';
import { chapterPage } from '@realm-catalog/web/pages/reference-chapter';
import type { ExampleRequest } from '@realm-catalog/web/reference/curl';
import type { Example } from '@realm-catalog/web/reference/operation';
import type { PublicRead, Read } from '../../api/in-process.ts';
import type { Config } from '../../config/config.ts';
import { problem } from '../../http/problem.ts';
import type { PageHandler } from '../page.ts';
import { exampleRequests, findSample, readIfPossible } from './reference-requests.ts';

interface Tools {
  readPublic: Read;
  config: Pick<Config, 'rateLimits'>;
}

/** Its examples are what an anonymous caller gets, whoever looks at them. */
export function createReferencePages({ readPublic: read, config }: Tools) {
  const limits = config.rateLimits;
  const docsApi: PageHandler = async ({ site }) => {
    const { listRealms } = exampleRequests(await findSample(read));
    return referencePage(site, { limits, first: await exampleFor(read, 'listRealms', listRealms) });
  };

  const docsChapter: PageHandler = async ({ site, params }) => {
    const at = chapters.findIndex((chapter) => chapterPath(chapter) === `/docs/api/${params['chapter']}`);
    const chapter = chapters[at];
    if (!chapter) throw problem('not_found', 'The API reference has no such chapter.');
    const requests = exampleRequests(await findSample(read));
    const examples = new Map<OperationId, Example>();
    for (const id of chapter.ids) examples.set(id, await exampleFor(read, id, requests[id]));
    return chapterPage(site, { chapter, previous: chapters[at - 1], next: chapters[at + 1], examples });
  };

  return { docsApi, docsChapter };
}

/** Only reads are called. Without a request the reference shows the example of the contract. */
async function exampleFor(read: Read, id: OperationId, request: ExampleRequest | undefined): Promise<Example> {
  const { method, reply }: Specification = specifications[id];
  if (!request || method !== 'GET') return request ?? {};
  const isJson = 'schema' in reply && reply.mediaType === undefined;
  const reading = isJson ? read(id as PublicRead, request as never) : textOf(read, request);
  return { ...request, answer: await readIfPossible<unknown>(reading) };
}

async function textOf(read: Read, { params = {} }: ExampleRequest): Promise<string | undefined> {
  const result = await read.raw('getFile', { params: params as never });
  return 'bytes' in result ? result.bytes.toString() : undefined;
}
