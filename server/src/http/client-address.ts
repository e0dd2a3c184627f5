// Who a client is: the peer of the connection, or the client that a trusted proxy names in X-Forwarded-For. An IP address is reduced to the client
// that it counts for: an IPv4 address, or the /64 network of an IPv6 address.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import proxyaddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

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

/** Text of a proxy that is no IP address is used as it is, up to this length. */
const MAX_LENGTH = 64;

/** The address is undefined for a client that has disconnected already. */
export function clientAddress(ip = ''): string {
  if (isIPv4(ip)) return ip;
  const [plain = ''] = ip.split('%', 1); // without the zone of a link-local address
  if (!ipaddr.isValid(plain)) return ip.slice(0, MAX_LENGTH);
  const address = ipaddr.process(plain); // unmaps ::ffff:192.0.2.1
  if (address instanceof ipaddr.IPv6)
    return `${address.parts
      .slice(0, 4)
      .map((part) => part.toString(16))
      .join(':')}::/64`;
  return address.toString();
}

/** Nothing else bounds it but the size of all headers. */
const MAX_USER_AGENT_LENGTH = 200;

/** The program that a request comes from, in the characters that may be shown and logged: its sender may have written anything. */
export function userAgentOf({ 'user-agent': sent = '' }: IncomingHttpHeaders): string {
  return sent.slice(0, MAX_USER_AGENT_LENGTH).replaceAll(/[^\x20-\x7e]/g, '');
}

/** Which program a request comes from, and from where, in the form in which people are shown it. */
export function deviceOf({ headers, ip }: { headers: IncomingHttpHeaders; ip: string }) {
  return { device: userAgentOf(headers), address: clientAddress(ip) };
}
