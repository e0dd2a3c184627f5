// The whole service: visitors follow links, whoever has the token manages them.

import { readLink } from './check.js';

const largestBody = 16 * 1024;
const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

export function createApp({ links, isAllowed, publicUrl }) {
  const home = publicUrl.replace(/\/$/, '');
  const toReply = (link) => ({ shortUrl: `${home}/${link.code}`, ...link });

  async function addLink(request) {
    const input = await readJson(request);
    if (input === undefined) return problem(400, 'Send a JSON body of at most 16 KiB.');
    const { errors, link } = readLink(input, home);
    if (errors.length > 0) return problem(400, errors.join(' '));
    const added = links.add(link);
    if (!added) return problem(409, `The code "${link.code}" is taken.`);
    return { status: 201, headers: { Location: `/api/links/${added.code}` }, body: toReply(added) };
  }

  function listLinks(query) {
    const limit = readNumber(query.get('limit') ?? '20');
    const offset = readNumber(query.get('offset') ?? '0');
    if (!(limit >= 1 && limit <= 100) || !(offset >= 0))
      return problem(400, '"limit" is 1 to 100, "offset" 0 or more.');
    const { links: found, total } = links.list(limit, offset);
    const hasMore = offset + found.length < total;
    return { body: { links: found.map(toReply), pagination: { total, limit, offset, hasMore } } };
  }

  function manage(request, method, url) {
    if (!isAllowed(request))
      return problem(401, 'Send Authorization: Bearer <the API token>.', { 'WWW-Authenticate': 'Bearer' });
    if (url.pathname === '/api/links') {
      if (method === 'GET') return listLinks(url.searchParams);
      if (method === 'POST') return addLink(request);
      return problem(405, 'Use GET or POST.', { Allow: 'GET, HEAD, POST' });
    }
    const code = /^\/api\/links\/([^/]+)$/.exec(url.pathname)?.[1];
    const link = code && links.find(code);
    if (!link) return problem(404, 'There is no such link.');
    if (method === 'GET') return { body: toReply(link) };
    if (method === 'DELETE') return links.remove(code) && { status: 204 };
    return problem(405, 'Use GET or DELETE.', { Allow: 'GET, HEAD, DELETE' });
  }

  function answer(request) {
    const url = URL.parse(request.url, 'http://localhost');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (!url) return problem(400, 'That is not an address.');
    if (url.pathname === '/healthz') return { body: { status: 'ok' } };
    if (url.pathname.startsWith('/api/')) return manage(request, method, url);
    if (method !== 'GET') return problem(405, 'Links are followed with GET.', { Allow: 'GET, HEAD' });
    const target = links.follow(url.pathname.slice(1).toLowerCase());
    return target
      ? { status: 302, headers: { Location: target } }
      : problem(404, 'There is no such link, or it has expired.');
  }

  return async function app(request, response) {
    const reply = await Promise.try(answer, request).catch((error) => {
      console.error(error);
      return problem(500, 'Something went wrong.');
    });
    const type = reply.body && { 'Content-Type': 'application/json' };
    response.writeHead(reply.status ?? 200, { ...headers, ...type, ...reply.headers });
    response.end(reply.body && JSON.stringify(reply.body));
  };
}

const problem = (status, detail, more) => ({
  status,
  headers: { ...more, 'Content-Type': 'application/problem+json' },
  body: { status, detail },
});

const readNumber = (text) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);

async function readJson(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= largestBody) chunks.push(chunk);
  }
  try {
    return size > largestBody ? undefined : JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}
