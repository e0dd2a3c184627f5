// The `Host` header: a request has exactly one, and a name may be written in several ways.
import type { IncomingMessage } from 'node:http';
import { unreadable } from './problem.ts';

/** RFC 9112, 3.2: with two hosts, a proxy before this server may have used the other one. Node drops the second. */
export function hostError(request: IncomingMessage): Error | undefined {
  const hosts = hostsOf(request);
  const isFaulty = hosts > 1 || (hosts === 0 && request.httpVersion === '1.1');
  return isFaulty ? unreadable('host', 'must be named once') : undefined;
}

/** The name in a host, as it is compared: in small letters, without a port, and without the dot that a full name may end with. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

function hostsOf({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}
