// Finds the address of a client: the peer of the connection, or the client that a trusted proxy names in X-Forwarded-For.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyaddr from '@fastify/proxy-addr';

/** Returns a function that finds the address of a client. */
export function addressReader(trusted: string[]): (request: IncomingMessage) => string {
  if (trusted.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyaddr.compile(trusted);
  return (request) => (request.socket.remoteAddress === undefined ? '' : proxyaddr(request, isTrusted));
}

/** More proxies than any deployment has. The nearest are last in the list, which is read several times for a request. */
const MAX_HOPS = 32;

/** Some proxies add a port to each address. It is dropped from the header itself, so that every reader finds the same addresses. */
export function dropPorts({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded === 'string')
    headers['x-forwarded-for'] = forwarded.split(',').slice(-MAX_HOPS).map(withoutPort).join(',');
}

/** `203.0.113.7:4711` and `[2001:db8::1]:4711`; an IPv6 address without brackets has no port. */
function withoutPort(entry: string): string {
  const [, ipv4, ipv6] = /^(?:([\d.]+):\d+|\[([\da-f:.]+)\](?::\d+)?)$/i.exec(entry.trim()) ?? [];
  const address = ipv4 ?? ipv6 ?? '';
  return isIP(address) ? address : entry;
}
