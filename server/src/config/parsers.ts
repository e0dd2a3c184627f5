// Parses the values of settings. A parser throws an error whose message continues the name of the setting.
import { readFileSync, statSync } from 'node:fs';
import { isIP, isIPv4 } from 'node:net';

/** A host name is refused, because it may have several addresses, and each would need a server of its own. */
export function hostAddress(text: string): string {
  if (text === 'localhost') return '127.0.0.1';
  if (!isIP(text)) throw new Error(`must be an IP address, not "${text}"`);
  return text;
}

export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new Error(`must be a whole number from ${min} to ${max}, not "${text}"`);
    return value;
  };
}

/** In milliseconds; undefined if nothing is set. */
export function storeTimeout(text: string): number | undefined {
  return text === '' ? undefined : wholeNumber(1, 300)(text) * 1_000;
}

export function oneOf<const Value extends string>(values: readonly Value[]) {
  return (text: string): Value => {
    const value = values.find((candidate) => candidate === text);
    if (!value) throw new Error(`must be one of ${values.join(', ')}, not "${text}"`);
    return value;
  };
}

/** An http or https address with an optional path. Slashes at its end are dropped. */
export function httpUrl(text: string): string {
  if (text === '') return '';
  const url = URL.parse(text);
  if (url?.username || url?.password) throw new Error('must be an address without a name and a password'); // the address is not printed
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new Error(`must be an http or https address without a query, not "${text}"`);
  return withoutLastSlashes(url.href);
}

/** An http or https address whose host begins with `*.`, without a path. */
export function wildcardUrl(text: string): string {
  if (text === '') return '';
  const url = URL.parse(text.replace('*.', 'any.'));
  if (!url || !/^https?:\/\/\*\.[a-z\d.-]+(?::\d+)?\/?$/.test(text) || !/^https?:$/.test(url.protocol))
    throw new Error(`must be an address such as https://*.preview.example, not "${text}"`);
  return withoutLastSlashes(text);
}

/** A regular expression such as `/\/+$/` takes quadratic time for many slashes that are not the last ones. */
export function withoutLastSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

/** An address with one of these protocols. It is never printed, since it may contain a password. */
export function urlOf(...protocols: string[]) {
  return (text: string): string => {
    const url = URL.parse(text);
    if (text !== '' && (!url || !protocols.includes(url.protocol) || !url.host))
      throw new Error(`must be an address such as ${protocols[0]}//host/name`);
    return text;
  };
}

/** Its path is the number of a database, or empty. */
export function redisUrl(text: string): string {
  if (!/^(\/\d*)?$/.test(URL.parse(urlOf('redis:', 'rediss:')(text))?.pathname ?? ''))
    throw new Error('must be an address such as redis://host:6379/0');
  return text;
}

/** An address, or a name with an address in angle brackets. */
export function mailAddress(text: string): string {
  if (text !== '' && !/^(?:[^\s<>@]+@[^\s<>@]+|[^<>@\p{Cc}]{1,100} <[^\s<>@]+@[^\s<>@]+>)$/u.test(text))
    throw new Error(`must be an address such as Catalog <catalog@example.com>, not "${text}"`);
  return text;
}

export function secret(text: string): string {
  if (text !== '' && text.length < 32) throw new Error('must have at least 32 characters');
  return text;
}

/** Only characters that a header can carry. */
export function token(text: string): string {
  if (text !== '' && !/^[\x21-\x7e]{16,}$/.test(text))
    throw new Error('must have at least 16 characters, all of ASCII and none of them blank');
  return text;
}

export function networks(text: string): string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const entry of entries) {
    const [address = '', bits = '1', ...rest] = entry.split('/');
    const maxBits = isIPv4(address) ? 32 : 128;
    if (!isIP(address) || !/^\d+$/.test(bits) || Number(bits) < 1 || Number(bits) > maxBits || rest.length > 0)
      throw new Error(`must be addresses and networks such as 10.0.0.0/8, not "${entry}"`);
  }
  return entries;
}

export function siteName(text: string): string {
  if (text.length > 40 || /\p{Cc}/u.test(text))
    throw new Error('must have at most 40 characters, and no control character');
  return text;
}

export function siteColor(text: string): string {
  if (text !== '' && !/^#[\da-f]{6}$/i.test(text)) throw new Error(`must be a colour such as #3355cc, not "${text}"`);
  return text;
}

const MAX_LOGO_BYTES = 64 * 1_024;
const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

export interface Logo {
  bytes: Buffer;
  mediaType: 'image/svg+xml' | 'image/png';
}

/** The content of a picture, which is read once at the start. */
export function siteLogo(path: string): Logo | undefined {
  if (path === '') return undefined;
  if (ofFile(path, (file) => statSync(file)).size > MAX_LOGO_BYTES) throw new Error('must be a file of at most 64 KiB');
  const bytes = ofFile(path, (file) => readFileSync(file));
  if (bytes.subarray(0, PNG_START.length).equals(PNG_START)) return { bytes, mediaType: 'image/png' };
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<svg[\s>]/.test(bytes.toString('utf8', 0, 1_024)))
    return { bytes, mediaType: 'image/svg+xml' };
  throw new Error('must be an svg or png file');
}

/** What `read` finds out about a file that a setting names. */
export function ofFile<Found>(path: string, read: (path: string) => Found): Found {
  try {
    return read(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`must be a file that can be read, not "${path}" (${code})`, { cause: error });
  }
}
