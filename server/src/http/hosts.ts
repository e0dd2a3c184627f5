// How often a request names the host that it is for.
import type { IncomingMessage } from 'node:http';

/** RFC 9112, 3.2: with two of them, whoever stands before us may have believed the other. Node drops the second. */
export function hostsOf({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  return count;
}
