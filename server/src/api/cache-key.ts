// The key of a cached response: the address with its known parameters alone, in one order. Whatever else an address has changes nothing.
import type { Specification } from '@realm-catalog/contract';
import { isDecodable } from '../http/input.ts';

export type CacheKey = (url: string) => string;

interface Parameter {
  text: string;
  /** Undefined if it cannot be decoded: the response is an error then, and is not stored. */
  name: string | undefined;
}

export function cacheKeys({ query }: Specification): CacheKey {
  const names = Object.keys(query?.properties ?? {});
  const known = new Set([undefined, ...names.flatMap((name) => [name, `${name}[]`])]); // some clients write `tags[]=a` for a list

  return (url) => {
    const start = url.indexOf('?');
    if (start < 0) return url;
    const parameters = url
      .slice(start + 1)
      .split('&')
      .map(toParameter)
      .filter(({ name }) => known.has(name));
    // Sorting is stable: the values of a parameter that is sent twice keep their order.
    const sorted = parameters.length > 1 ? parameters.toSorted(byName) : parameters;
    const path = url.slice(0, start);
    const key = sorted.length === 0 ? path : `${path}?${sorted.map(({ text }) => text).join('&')}`;
    return key.length === url.length ? key : copied(key);
  };
}

/** A text that is cut out of another one holds the whole of it. */
function copied(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

function toParameter(text: string): Parameter {
  if (!isDecodable(text)) return { text, name: undefined };
  const end = text.indexOf('=');
  const name = end < 0 ? text : text.slice(0, end);
  return { text, name: name.includes('%') ? decodeURIComponent(name) : name };
}

function byName({ name: one = '' }: Parameter, { name: other = '' }: Parameter): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
