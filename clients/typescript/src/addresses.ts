// The addresses that the client asks: where the catalog's API is, and the path and the query of a request.
import { InvalidRequestError } from './errors.ts';

/** The address of the API, whichever of its spellings is given: with `/v1`, with `/v1/api`, or without both. No slash is at its end. */
export const apiAddress = (baseUrl: string | URL) => `${catalogAddress(baseUrl)}/v1/api`;

/** The address of the catalog itself, likewise. */
export function catalogAddress(baseUrl: string | URL): string {
  const { protocol, origin, pathname } = parsed(baseUrl) ?? {};
  if (protocol === 'https:' || protocol === 'http:') return origin + pathname!.replace(/(?:\/v1(?:\/api)?)?\/*$/, '');
  const given = String(baseUrl).replace(/\/\/[^/]*@/, '//'); // without a password
  throw new TypeError(`baseUrl is "${given}", and must be the address of a catalog, such as https://catalog.example`);
}

/** Undefined if it is none. */
export function parsed(address: string | URL): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

/** How many parameters a path of the contract has. */
export const parameterCount = (path: string) => path.split('{').length - 1;

/** Fills the parameters into a path of the contract; one that ends in `...` takes slashes. */
export function filledPath(path: string, values: readonly string[]): string {
  let at = 0;
  return path.replaceAll(/\{(.+?)\}/g, (_, name: string) => {
    const value = values[at++];
    const segments = name.endsWith('...') ? String(value).split('/') : [String(value)];
    // A browser and Node alike would take these for another path: that of the list, or of the folder above.
    if (value === undefined || segments.some((segment) => /^\.{0,2}$/.test(segment))) throw badParameter(name);
    return segments.map(encodeURIComponent).join('/');
  });
}

function badParameter(name: string): InvalidRequestError {
  const field = name.replace('...', '');
  const message = 'must not be empty, . or ..';
  return new InvalidRequestError(`${field} ${message}`, { code: 'invalid_request', errors: [{ field, message }] });
}

type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined;
type Query = Record<string, QueryValue>;

/** With its question mark, or empty. A list is repeated. */
export function queryText(query: object = {}): string {
  const pairs = Object.entries(query as Query).filter(([, value]) => value !== undefined && value !== null);
  const repeated = pairs.flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, String(value)]),
  );
  const text = String(new URLSearchParams(repeated));
  return text && `?${text}`;
}
