// Headers that fill the 16 KiB of a request's head.
import { HEADER_ROOM, type Target, type Variant, type WorstCase } from './case.ts';
import { requestBytes } from './request-bytes.ts';

const filled = (part: string, room = HEADER_ROOM) => part.repeat(Math.floor(room / part.length));
const base64url = (text: string) => Buffer.from(text).toString('base64url');

/** A token that looks like one of ours: its header names a key that nobody has. */
const token = (header: string, payload = '{}') => `Bearer ${base64url(header)}.${base64url(payload)}.${'A'.repeat(86)}`;
const jwtHeader = (number: number, more = '') => `{"alg":"EdDSA","typ":"at+jwt","kid":"k${number}"${more}}`;
const deep = (length: number) => `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`;

/** Values of one header, each with the paths that read it. */
const headers: Record<
  string,
  { paths: string[]; values: Record<string, (number: number) => string>; method?: string }
> = {
  authorization: {
    paths: ['/v1/realms', '/v1/me', '/oauth/token'],
    values: {
      'a JWT with a large payload': (number) => token(jwtHeader(number), JSON.stringify('a'.repeat(11_000))),
      'a JWT with a nested header': (number) => token(jwtHeader(number, `,"x":${deep(11_000)}`)),
      'a JWT with a nested payload': (number) => token(jwtHeader(number), deep(11_000)),
      'a JWT with 1,000 critical names': (number) =>
        token(jwtHeader(number, `,"crit":${JSON.stringify(Array.from({ length: 1_000 }, (_, at) => `c${at}`))}`)),
      'a JWT without an algorithm': () => token('{"alg":"none"}', JSON.stringify('a'.repeat(11_000))),
      dots: () => `Bearer ${filled('.')}`,
      blanks: () => `Bearer${filled(' ')}x`,
      'a long key': () => `Bearer rlm_key_${filled('a')}`,
      'a long access token': () => `Bearer ${filled('a')}`,
      'a long Basic': () => `Basic ${filled('YWFh')}`,
      'a Basic of percent signs': () => `Basic ${Buffer.from(`${filled('%41', 11_000)}:a`).toString('base64')}`,
    },
  },
  'if-none-match': {
    paths: ['/v1/realms', '/v1/openapi.json', '/assets/any/site.css', '{archive}'],
    values: {
      commas: () => filled(','),
      tags: () => filled('"a",'),
      blanks: () => `"a"${filled(' ')}"b"`,
      'weak tags': () => filled('W/'),
    },
  },
  range: {
    paths: ['{archive}'],
    values: {
      ranges: () => `bytes=${filled('0-0,')}`,
      digits: () => `bytes=${filled('9')}-`,
      blanks: () => `bytes=${filled(' ')}x`,
    },
  },
  'if-range': { paths: ['{archive}'], values: { 'one letter': () => filled('a') } },
  'idempotency-key': {
    paths: ['/v1/realms/{slug}/download'],
    method: 'POST',
    values: { 'one letter': () => filled('a'), 'another key each time': (number) => `k${number}` },
  },
  'x-forwarded-for': {
    paths: ['/v1/realms', '/v1/nothing', '/oauth/token', '/archives/a/b'],
    values: {
      'addresses of proxies': () => filled('10.0.0.1, '),
      'IPv6 addresses of proxies': () => filled('::ffff:10.0.0.1,'),
      commas: () => filled(','),
      blanks: () => `${filled(' ')}x`,
      'another address each time': (number) => `192.0.${number >> 8}.${number & 255}`,
      'no address': () => filled('a'),
      'a long IPv6 address': () => filled('1:'),
    },
  },
  'x-request-id': { paths: ['/v1/realms', '/v1/nothing'], values: { 'one letter': () => filled('a') } },
  accept: {
    paths: ['/v1/realms', '/oauth/authorize', '/oauth/device', '/docs'],
    values: {
      types: () => filled('a/b;q=0.1,'),
      parameters: () => `text/html${filled(';a=b')}`,
      quotes: () => `text/html;a="${filled('\\"')}`,
      blanks: () => `a${filled(' ')}/b`,
      commas: () => filled(','),
    },
  },
  'accept-encoding': {
    paths: ['/v1/realms', '/v1/openapi.json'],
    values: { codings: () => filled('a;q=0.5,'), commas: () => filled(',') },
  },
  'content-type': {
    paths: ['/v1/auth/login', '/oauth/token', '/v1/realms/{slug}/upload'],
    method: 'POST',
    values: {
      parameters: () => `application/json${filled(';a=b')}`,
      quotes: () => `application/json;a="${filled('\\"')}`,
      blanks: () => `application/json${filled(' ')};x`,
      semicolons: () => `application/json${filled(';')}`,
      'a long type': () => `${filled('a')}/b`,
    },
  },
  cookie: {
    paths: ['/oauth/authorize', '/oauth/device', '/oauth/interaction/x', '/oauth/device/x'],
    values: {
      cookies: () => filled('a=b; '),
      'its own names': () => filled('realm_session=a; '),
      semicolons: () => filled(';'),
      blanks: () => `a=b;${filled(' ')}x`,
      'equals signs': () => filled('='),
    },
  },
  host: {
    paths: ['/v1/realms', '/oauth/authorize'],
    values: { 'a long name': () => filled('a.'), colons: () => filled(':') },
  },
  'content-digest': {
    paths: ['/v1/realms/{slug}/upload'],
    method: 'PUT',
    values: {
      digests: () => filled('a=:YQ==:,'),
      commas: () => filled(','),
      blanks: () => `${filled(' ')}x`,
      colons: () => `sha-256=:${filled('=')}`,
    },
  },
};

const STATUSES = [200, 201, 206, 303, 304, 400, 401, 403, 404, 405, 408, 409, 413, 415, 416, 422, 429];

export const headerCases: WorstCase[] = [
  ...Object.entries(headers).map(([header, { paths, values, method = 'GET' }]) => ({
    name: `Header ${header}`,
    variants: paths.flatMap((path) =>
      Object.entries(values).map(([name, value]) => variantOf(`${name}, ${path}`, method, path, header, value)),
    ),
    statuses: STATUSES,
  })),
  {
    name: 'Thousands of headers',
    variants: Object.entries({
      'all different': Array.from({ length: 1_900 }, (_, at) => `${at.toString(36)}: 1`),
      'one name': Array.from({ length: 3_000 }, () => 'a: 1'),
      authorization: Array.from({ length: 700 }, () => 'authorization: Bearer a'),
      cookies: Array.from({ length: 1_400 }, () => 'cookie: a=b'),
      'if-none-match': Array.from({ length: 700 }, () => 'if-none-match: "a"'),
    }).flatMap(([name, lines]) =>
      ['/v1/realms', '/v1/nothing', '/oauth/device'].map((path) => ({
        name: `${name}, ${path}`,
        bytes: (target: Target) => requestBytes(target, { path, lines }),
      })),
    ),
    statuses: STATUSES,
  },
];

function variantOf(
  name: string,
  method: string,
  path: string,
  header: string,
  value: (number: number) => string,
): Variant {
  return {
    name,
    async bytes(target, number) {
      const isUpload = path.endsWith('/upload');
      const authorization = isUpload && method === 'PUT' ? `Bearer ${await target.openUpload()}` : undefined;
      const type = isUpload && method === 'PUT' ? { 'content-type': 'application/gzip' } : {};
      return requestBytes(target, {
        method,
        path: path.replace('{slug}', target.slug).replace('{archive}', target.archivePath),
        headers: { ...type, ...(authorization && { authorization }), [header]: value(number) },
        ...(method === 'GET' ? {} : { body: isUpload || header === 'content-type' ? '{}' : '' }),
      });
    },
  };
}
