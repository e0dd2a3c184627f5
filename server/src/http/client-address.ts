// Who a client is. An IP address is reduced to the client that it counts for: an IPv4 address, or the /64 network of an IPv6 address.
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

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
