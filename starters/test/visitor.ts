// A visitor: asks over real HTTP, keeps its cookie, and sends along the token that a form carried.

import { request } from 'node:http';

type Answer = { status: number; headers: Headers; text: string };
type Values = Record<string, string>;

export type Visitor = {
  get: (path: string, headers?: Values) => Promise<Answer>;
  post: (path: string, values: Values, headers?: Values) => Promise<Answer>;
  send: (method: string, path: string, body?: unknown, headers?: Values) => Promise<Answer>;
};

const patience = 20_000;

export function visitor(address: string): Visitor {
  let cookie = '';
  let token = '';

  async function ask(path: string, init: RequestInit, headers: Values): Promise<Answer> {
    const response = await fetch(address + path, {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      signal: AbortSignal.timeout(patience),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const text = await response.text();
    token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? token;
    return { status: response.status, headers: response.headers, text };
  }

  return {
    get: (path, headers = {}) => ask(path, {}, headers),
    post: (path, values, headers = {}) =>
      ask(
        path,
        { method: 'POST', body: new URLSearchParams({ ...(token === '' ? {} : { token }), ...values }) },
        headers,
      ),
    send: (method, path, body, headers = {}) =>
      ask(path, body === undefined ? { method } : { method, body: JSON.stringify(body) }, {
        'content-type': 'application/json',
        ...headers,
      }),
  };
}

// Asks for a path exactly as it is written; `fetch` would tidy up its dots.
export async function getRaw(address: string, path: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, agent: false, timeout: patience }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.once('error', reject);
    });
    asked.once('timeout', () => asked.destroy(new Error(`No answer to ${path}`)));
    asked.once('error', reject);
    asked.end();
  });
}

// Listens to a stream of Server-Sent Events and answers the data of those with this name, one by one.
export async function* listen(address: string, name: string, headers: Values = {}): AsyncGenerator<unknown, void> {
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(patience) });
  if (response.body === null) return;
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      if (event.startsWith(`event: ${name}\n`)) yield JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? 'null');
    }
  }
}
