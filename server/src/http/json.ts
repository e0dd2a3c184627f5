// Reads the JSON body of a request. An empty body is no body, whatever its media type.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { parse } from 'secure-json-parse';
import { hasBody, readBytes } from './body.ts';
import { maxBodySizes } from './socket/connection-limits.ts';
import { problem } from './problem.ts';

export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD' || !hasBody(request)) return undefined;
  const body = await readBytes(request, maxBodySizes.json);
  if (body.length === 0) return undefined;
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'application/json')
    throw problem('unsupported_media_type', 'Send the body as application/json.');
  return parseJson(body);
}

export function parseJson(body: Buffer): unknown {
  // A decoder would silently replace bytes that are not UTF-8.
  if (!isUtf8(body)) throw notJson();
  if (isTooDeep(body)) throw notJson('is nested too deeply');
  try {
    return parse(body.toString(), { protoAction: 'error', constructorAction: 'error' });
  } catch {
    throw notJson();
  }
}

/** The contract nests three levels. Parsing ten thousand levels takes a hundred times as long as parsing as many characters. */
const MAX_DEPTH = 32;
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}');

export function isTooDeep(json: Buffer): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length && depth <= MAX_DEPTH; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) at += byte === BACKSLASH ? 1 : 0; // an escaped quotation mark ends no string
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return depth > MAX_DEPTH;
}

function notJson(message = 'is not valid JSON'): Error {
  return problem('invalid_request', 'The body is not valid JSON.', { errors: [{ field: 'body', message }] });
}
