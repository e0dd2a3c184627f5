// The requests for every answer that the contract names of an operation: those of its row, and those that are alike for all operations.
import {
  errors,
  errorsOf,
  mayHaveMoved,
  specifications,
  type OperationId,
  type Specification,
} from '@realm-catalog/contract';
import { oldSlug, standing, unknownId } from './made.ts';
import type { OperationSamples, Sample } from './sample.ts';

export type SampleRequest = Sample & { status: number };

export function requestsFor(id: OperationId, { answers }: OperationSamples): SampleRequest[] {
  const specification: Specification = specifications[id];
  const own = answers.map((sample): SampleRequest => ({ status: specification.reply.status, ...sample }));
  const statuses = new Set(own.map(({ status }) => status));
  const [success] = answers;
  return [
    ...own,
    ...refusals(specification, success),
    ...failures(specification, success).filter(({ status }) => !statuses.has(status)),
  ];
}

/** What was asked before, and for whom, is left out. */
function plain({ first: _first, params: _params, as: _as, ...rest }: Sample): Sample {
  return rest;
}

/** What is sent always: without a credential or scope that is needed, at an old slug, and with bodies that are not read. */
function refusals(specification: Specification, success: Sample): SampleRequest[] {
  const { access, method, input } = specification;
  const like = plain(success);
  const refused: SampleRequest[] = [{ ...like, status: 401, as: 'a stranger' }];
  if (access !== 'public') refused.push({ ...like, status: 401 });
  if (typeof access === 'object' && access.scope !== 'realms:read')
    refused.push({ ...like, status: 403, as: 'the key' });
  if (mayHaveMoved(specification))
    refused.push({
      ...like,
      status: 308,
      as: typeof access === 'object' && access.scope === 'admin' ? 'the administrator' : 'bob',
      first: async (here) => ({ params: { slug: await oldSlug(here) } }),
    });
  if (method !== 'GET' && input !== 'archive' && input !== 'picture')
    refused.push(
      unread(success, { status: 413, body: { large: 'x'.repeat(70_000) } }),
      unread(success, { status: 415, body: {}, headers: { 'content-type': 'text/plain' } }),
    );
  return refused;
}

/** What comes first may say where to ask; the body is this one. */
function unread(success: Sample, sent: SampleRequest): SampleRequest {
  const first: Sample['first'] = async (here) => ({ ...(await success.first?.(here)), ...sent });
  return { as: 'bob', ...success, ...sent, first };
}

/** What is sent unless the row has a sample of that status. */
function failures(specification: Specification, success: Sample): SampleRequest[] {
  const { access, method, reply } = specification;
  const like = plain(success);
  const all: SampleRequest[] = [
    { ...success, status: 400, query: 'x=%ff' },
    { ...success, status: 404, params: unknown, first: async () => ({}) },
    { ...like, status: 429, where: 'used up' },
    { ...like, status: 500, where: 'broken', ...(access !== 'public' && { as: 'the key' }) },
  ];
  const named = new Set(errorsOf(specification).map((code) => errors[code].status as number));
  const held = { ...success, status: 304, headers: { 'if-none-match': '*' } };
  return [
    ...(method === 'GET' && reply.status !== 204 ? [held] : []),
    ...all.filter(({ status }) => named.has(status)),
  ];
}

const known: Record<string, string> = { version: '1.0.0', path: 'realm.json', id: unknownId, username: 'ada' };
const unknown = { slug: 'unknown', username: 'nobody', id: unknownId };

/** Below `/v1`. */
export function pathOf(id: OperationId, { params, query }: Sample): string {
  const { path } = specifications[id];
  const values = { ...known, slug: path.startsWith('/collections') ? standing : 'full', ...params };
  const filled = path.replaceAll(/\{(\w+)(?:\.\.\.)?\}/g, (_, name: string) => values[name as keyof typeof values]);
  return `/api${filled}${query === undefined ? '' : `?${query}`}`;
}
