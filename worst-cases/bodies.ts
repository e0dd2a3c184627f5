// JSON bodies of 64 KiB: every field of every operation that takes one, with the values that cost most to read.
import { specifications, type Specification } from '@realm-catalog/contract';
import { KIB_64, type Target, type Variant, type WorstCase } from './case.ts';
import { requestBytes } from './request-bytes.ts';

/** For braces, names and the other fields of a body. */
const ROOM = 300;
const LENGTH = KIB_64 - ROOM;

/** A run of combining marks in the order that is slowest to normalise. */
const MARKS = `a${'\u0344'.repeat(LENGTH / 4)}${'\u0316'.repeat(LENGTH / 4)}`;
/** Characters that a host name has to be written in Punycode for, no two of them equal. */
const IDEOGRAPHS = String.fromCodePoint(...Array.from({ length: Math.floor(LENGTH / 3) }, (_, at) => 0x4e_00 + at));

/** As JSON, so that it may be what no value can be written as. */
const values: Record<string, string> = {
  'a text of combining marks': JSON.stringify(MARKS),
  'a text of one letter': JSON.stringify('a'.repeat(LENGTH)),
  'a text of escapes': `"${String.raw`\u0061`.repeat(LENGTH / 6)}"`,
  'a text of blanks between two letters': JSON.stringify(`a${' '.repeat(LENGTH)}a`),
  'a text of control characters': `"${String.raw`\u0001`.repeat(LENGTH / 6)}"`,
  'an address with a host of ideographs': JSON.stringify(`http://${IDEOGRAPHS}`),
  'an address with a host in Punycode': JSON.stringify(`http://xn--${'9'.repeat(LENGTH - 20)}`),
  'a time with a long fraction': JSON.stringify(`2026-11-15T09:30:00.${'9'.repeat(LENGTH - 40)}Z`),
  'nested arrays': `${'['.repeat(LENGTH / 2)}${']'.repeat(LENGTH / 2)}`,
  'nested objects': `${'{"a":'.repeat(LENGTH / 6)}1${'}'.repeat(LENGTH / 6)}`,
  'a list of 30,000 numbers': `[${Array.from({ length: LENGTH / 2 }, () => '1').join(',')}]`,
  'a list of empty texts': `[${Array.from({ length: LENGTH / 3 }, () => '""').join(',')}]`,
  'a list of short texts, all different': JSON.stringify(
    Array.from({ length: LENGTH / 7 }, (_, at) => at.toString(36)),
  ),
  'a list of texts with marks': JSON.stringify(Array.from({ length: LENGTH / 67 }, () => '\u0344\u0316'.repeat(16))),
  'a number of 60,000 digits': '9'.repeat(LENGTH),
  'a number with a huge exponent': `1e${'9'.repeat(LENGTH)}`,
};

/** Whole bodies, whatever the operation. */
const bodies: Record<string, (number: number) => string> = {
  'many keys': (number) => `{${keys(number, LENGTH / 12)}}`,
  'one key many times': () => `{${Array.from({ length: LENGTH / 6 }, () => '"a":1').join(',')}}`,
  'keys that are numbers': () => `{${Array.from({ length: LENGTH / 14 }, (_, at) => `"${at * 65_536}":1`).join(',')}}`,
  'forbidden keys, well hidden': () =>
    `{"a":[${Array.from({ length: LENGTH / 20 }, () => '{"__proto":[{}]}').join(',')}]}`,
  'a forbidden key behind nested arrays': () =>
    `${'['.repeat(LENGTH / 2 - 20)}{"__proto__":1}${']'.repeat(LENGTH / 2 - 20)}`,
  'nested arrays without an end': () => '['.repeat(LENGTH),
  blanks: () => ' '.repeat(LENGTH),
  'bytes that are no UTF-8': () => '\u00ff'.repeat(LENGTH / 2),
};

function keys(number: number, count: number): string {
  return Array.from({ length: count }, (_, at) => `"${(number * count + at).toString(36)}":1`).join(',');
}

const withBody = Object.entries<Specification>(specifications).filter(([, { body }]) => body !== undefined);

/** Which one is not the question here; any but a failure will do. */
const STATUSES = [200, 201, 204, 400, 401, 403, 404, 409, 413, 415, 422, 429];

export const bodyCases: WorstCase[] = [
  ...Object.entries(values).map(([name, json]) => ({
    name: `JSON: ${name}`,
    variants: withBody.flatMap(([id, operation]) => fieldVariants(id, operation, json)),
    statuses: STATUSES,
  })),
  ...Object.entries(bodies).map(([name, body]) => ({
    name: `JSON: ${name}`,
    variants: withBody.map(([id, operation]) => variantOf(id, operation, body)),
    statuses: STATUSES,
  })),
];

function fieldVariants(id: string, operation: Specification, json: string): Variant[] {
  return Object.keys(operation.body?.properties ?? {}).map((field) =>
    variantOf(`${id}, ${field}`, operation, () => `{"${field}":${json}}`),
  );
}

function variantOf(name: string, operation: Specification, body: (number: number) => string): Variant {
  return {
    name,
    bytes: (target, number) => jsonRequest(target, operation, body(number)),
  };
}

function jsonRequest(target: Target, { method, path, access }: Specification, body: string): Buffer {
  return requestBytes(target, {
    method,
    path: `/v1${pathOf(target, path)}`,
    headers: {
      'content-type': 'application/json',
      ...(access !== 'public' && { authorization: `Bearer ${target.key}` }),
    },
    body,
  });
}

/** Parameters that are there, where there is something to be found. */
export function pathOf({ slug }: Target, path: string): string {
  return path
    .replace('{slug}', slug)
    .replace('{version}', '1.0.0')
    .replaceAll(/\{\w+\}/g, '01999999-9999-7999-8999-999999999999');
}
