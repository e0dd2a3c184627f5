// Compares what a client answers with to what a scenario expects, and what two clients answer with.
import { isDeepStrictEqual } from 'node:util';

/** Values that are different in each run: a scenario names their form instead. */
const forms: Record<string, (value: unknown) => boolean> = {
  '<text>': (value) => typeof value === 'string' && value !== '',
  '<number>': (value) => typeof value === 'number',
  '<time>': (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  '<sha256>': (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
};

/** Where a value is not as it is expected. Of an object only the fields that are named count; a list has just these items. */
export function differences(found: unknown, expected: unknown, path = ''): string[] {
  const hasForm = typeof expected === 'string' ? forms[expected] : undefined;
  if (hasForm) return hasForm(found) ? [] : [`${path || 'it'} is ${shown(found)}, not ${String(expected)}`];
  if (Array.isArray(expected)) {
    if (!Array.isArray(found) || found.length !== expected.length)
      return [`${path || 'it'} is ${shown(found)}, and not a list of ${expected.length}`];
    return expected.flatMap((one, at) => differences(found[at], one, `${path}[${at}]`));
  }
  if (isObject(expected)) {
    if (!isObject(found)) return [`${path || 'it'} is ${shown(found)}, and no object`];
    return Object.entries(expected).flatMap(([name, one]) =>
      differences(found[name], one, path ? `${path}.${name}` : name),
    );
  }
  return isDeepStrictEqual(found, expected) ? [] : [`${path || 'it'} is ${shown(found)}, not ${shown(expected)}`];
}

/** Where two clients disagree, in what both have: a field that the catalog does not know yet may be kept or dropped. */
export function disagreements(one: unknown, other: unknown, path = ''): string[] {
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return [`${path} has ${one.length} items, and ${other.length}`];
    return one.flatMap((item, at) => disagreements(item, other[at], `${path}[${at}]`));
  }
  if (isObject(one) && isObject(other))
    return Object.keys(one)
      .filter((name) => name in other && !VOLATILE.test(name))
      .flatMap((name) => disagreements(one[name], other[name], path ? `${path}.${name}` : name));
  return isDeepStrictEqual(plain(one), plain(other)) ? [] : [`${path} is ${shown(one)}, and ${shown(other)}`];
}

/** The fields that are another at each request, or for each account. */
const VOLATILE = /^(?:requestId|remaining|reset|lastUsedAt|retryAfterMs|key|signature|uploadToken)$/;

/** A text without what is different in each run. */
function plain(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):\d+/g, '<address>')
    .replaceAll(/\?realm=\S+/g, '<query>');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const shown = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 300);
