// `--verbose`: every request and response with its headers, to stderr, without secrets.
import type { Hooks } from '@realm-catalog/client';
import type { Io } from '../terminal/io.ts';
import type { GlobalOptions } from '../options.ts';
import { printable } from '../terminal/printable.ts';
import { createFetch, type Fetch } from '../settings/proxy.ts';

type TraceHooks = Required<Omit<Hooks, 'onData'>>;

const SECRET_HEADERS = /^(?:authorization|proxy-authorization|cookie|set-cookie)$/i;
/** In addresses: the parameters that make a signed link valid. */
const SECRET_PARAMETERS = /([?&](?:[^&#=]*(?:signature|key|token|credential|secret)[^&#=]*)=)[^&#]*/gi;
/** Tokens of the catalog, and JWTs. */
const SECRETS = /\brlm_[\w-]+|\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;

const redacted = (text: string) => text.replace(SECRET_PARAMETERS, '$1[redacted]').replace(SECRETS, '[redacted]');

export function traceHooks({ stderr }: Io): TraceHooks {
  const line = (text: string) => void stderr.write(`${printable(redacted(text))}\n`);
  const headerLines = (sign: string, headers: Iterable<[string, string]>) => {
    for (const [name, value] of headers) line(`${sign} ${name}: ${SECRET_HEADERS.test(name) ? '[redacted]' : value}`);
  };
  return {
    onRequest({ method, url, attempt, headers }) {
      line(`> ${method} ${url}${attempt > 1 ? ` (attempt ${attempt})` : ''}`);
      headerLines('>', Object.entries(headers));
    },
    onResponse({ status, headers, durationMs }) {
      line(`< ${status} after ${Math.round(durationMs)} ms`);
      headerLines('<', headers);
    },
    onRetry: ({ error, delayMs }) => line(`* ${error.message} Retrying in ${Math.round(delayMs)} ms.`),
  };
}

/** For requests that are not the client's: those of OAuth, and those of `realm doctor`. Bodies are not shown. */
export function tracedFetch(io: Io, { verbose }: GlobalOptions): Fetch {
  const send = createFetch(io.env);
  if (!verbose) return send;
  const hooks = traceHooks(io);
  return async (url, init) => {
    const { method = 'GET' } = init;
    const startedAt = performance.now();
    const headers = Object.fromEntries(new Headers(init.headers));
    hooks.onRequest({ method, url, attempt: 1, headers });
    const response = await send(url, init);
    const durationMs = performance.now() - startedAt;
    hooks.onResponse({ method, url, attempt: 1, status: response.status, headers: response.headers, durationMs });
    return response;
  };
}
