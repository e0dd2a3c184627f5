// Which addresses are one client: an IPv4 address, or the /64 that an IPv6 address is in.
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What a proxy names that is no address is kept as it is, up to so many characters. */
const LONGEST = 64;

/** Of a client that is gone already, nothing is known. */
export function clientAddress(ip = ''): string {
  if (isIPv4(ip)) return ip;
  const [plain = ''] = ip.split('%', 1); // without the zone of a link-local address
  if (!ipaddr.isValid(plain)) return ip.slice(0, LONGEST);
  const address = ipaddr.process(plain); // unmaps ::ffff:192.0.2.1
  if (address instanceof ipaddr.IPv6)
    return `${address.parts
      .slice(0, 4)
      .map((part) => part.toString(16))
      .join(':')}::/64`;
  return address.toString();
}
