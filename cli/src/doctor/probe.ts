// One request of `realm doctor`, as it is: without retries, and without an opinion about what comes back.
import type { CommandContext } from '../context.ts';
import { tracedFetch } from '../catalog/trace.ts';

export interface Probe {
  status: number;
  type: string;
  /** The catalog's clock. */
  date: string;
  isJson: boolean;
  body: unknown;
  /** Where it leads, if it leads elsewhere. */
  location: string;
  durationMs: number;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1_024 * 1_024;

export async function probe({ settings, io, options, signal }: CommandContext, path: string): Promise<Probe> {
  const startedAt = performance.now();
  const limit = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)]);
  const url = `${settings.registry}${path}`;
  const response = await tracedFetch(io, options)(url, { redirect: 'manual', signal: limit });
  const { status, headers } = response;
  const text = await readText(response);
  const body = parsed(text);
  const isRedirect = status >= 300 && status < 400 && headers.has('location');
  return {
    status,
    type: headers.get('content-type') ?? '',
    date: headers.get('date') ?? '',
    isJson: body !== undefined,
    body,
    location: isRedirect ? new URL(headers.get('location') ?? '', url).href : '',
    durationMs: Math.round(performance.now() - startedAt),
  };
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MAX_BYTES) break;
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
