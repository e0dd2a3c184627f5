// Requests through a proxy, where the environment names one. Node's own fetch knows no proxies before Node 24; undici does, and is loaded where a variable names one.
import type { Environment } from '../terminal/io.ts';
import { isLoopback } from './settings.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * The proxy for an address: `HTTPS_PROXY` or `HTTP_PROXY`, in lower case first as in curl, unless `NO_PROXY` names the host. This machine is never asked
 * through a proxy: a token may go to it over plain http, and the proxy would read that token.
 */
export function proxyFor(address: string, env: Environment): string | undefined {
  if (isLoopback(address)) return undefined;
  const url = new URL(address);
  const name = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const proxy = variable(env, name) ?? variable(env, 'all_proxy');
  return proxy && !isExempt(url, variable(env, 'no_proxy') ?? '') ? withScheme(proxy) : undefined;
}

/** Without user name and password. */
export function proxyForPeople(proxy: string): string {
  const url = URL.canParse(proxy) ? new URL(proxy) : undefined;
  return url ? `${url.protocol}//${url.host}` : 'an address that cannot be read';
}

const variable = (env: Environment, name: string) => env[name] || env[name.toUpperCase()] || undefined;
const withScheme = (proxy: string) => (proxy.includes('://') ? proxy : `http://${proxy}`);

/** The list has names with their subdomains, addresses, `*`, and perhaps ports. */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  const own = port || (protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, name = '', entryPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry) ?? [];
      const suffix = name.replace(/^\*?\.(?=.)/, '');
      const isHost = suffix === '*' || host === suffix || host.endsWith(`.${suffix}`);
      return isHost && (entryPort === undefined || entryPort === own);
    });
}

/** `fetch` as the environment wants it; for each address by itself, since a download may come from another host. */
export function createFetch(env: Environment): Fetch {
  const agents = new Map<string, Promise<Fetch>>();
  // Node may have been told to use proxies by itself (NODE_USE_ENV_PROXY), and would then ask this machine through them, too.
  const hasProxy = ['http_proxy', 'https_proxy', 'all_proxy'].some((name) => variable(env, name));
  return async (url, init) => {
    if (!hasProxy) return fetch(url, init);
    const proxy = proxyFor(url, env) ?? '';
    const through = agents.get(proxy) ?? fetchThrough(proxy);
    agents.set(proxy, through);
    return (await through)(url, init);
  };
}

/** The proxy is empty where there is none. */
async function fetchThrough(proxy: string): Promise<Fetch> {
  const undici = await import('undici');
  // Without a tunnel for plain http, as curl does it: many proxies refuse one.
  const dispatcher = proxy ? new undici.ProxyAgent({ uri: proxy, proxyTunnel: false }) : new undici.Agent();
  return (url, init) => undici.fetch(url, { ...init, dispatcher } as never) as Promise<unknown> as Promise<Response>;
}
