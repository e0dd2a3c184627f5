// Turns a request into a call of the right route, and its result into a JSON answer.

import { invalid, notFound, notJson, tooLarge, toProblem, wrongMethod } from './problem.js';
import { routes } from './routes.js';

const largestBody = 64 * 1024;
const headers = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };

export function createApp({ tasks }) {
  async function answer(request) {
    const url = URL.parse(request.url, 'http://localhost');
    const route = url && routes.find(({ path }) => path.test(url.pathname));
    if (!route) throw notFound();

    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const { path, ...methods } = route;
    if (!Object.hasOwn(methods, method)) {
      throw wrongMethod(
        Object.keys(methods)
          .flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]))
          .join(', '),
      );
    }
    const { id } = path.exec(url.pathname).groups ?? {};
    return methods[method]({ tasks, request, id, query: url.searchParams, readBody: () => readJson(request) });
  }

  return async function app(request, response) {
    const reply = await answer(request).catch((error) => {
      const { status, body, headers } = toProblem(error);
      return { status, body, headers: { ...headers, 'Content-Type': 'application/problem+json' } };
    });
    const type = reply.body && { 'Content-Type': 'application/json' };
    response.writeHead(reply.status ?? 200, { ...headers, ...type, ...reply.headers });
    response.end(reply.body && JSON.stringify(reply.body));
  };
}

// A body that is too large is read to its end without being kept, so that the caller gets an answer.
async function readJson(request) {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) throw notJson();
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= largestBody) chunks.push(chunk);
  }
  if (size > largestBody) throw tooLarge(largestBody);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw invalid([{ field: '', message: 'must be JSON' }]);
  }
}
