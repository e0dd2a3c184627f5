// Which program a request comes from, and from where, in the form in which people are shown it.
import type { IncomingHttpHeaders } from 'node:http';
import { clientAddress } from '../../http/client-address.ts';
import type { SessionUse } from './session-queries.ts';

/** Of a `User-Agent`, whose length nothing else bounds. */
const MAX_DEVICE_LENGTH = 200;

export function deviceOf({ headers, ip }: { headers: IncomingHttpHeaders; ip: string }): SessionUse {
  const device = (headers['user-agent'] ?? '').slice(0, MAX_DEVICE_LENGTH).replaceAll(/[^\x20-\x7e]/g, '');
  return { device, address: clientAddress(ip) };
}
