// Bodies of requests: JSON, or nothing; an empty body is no body, whatever type it claims to be.
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { problem } from './problem.ts';

export function readJson(app: FastifyInstance): void {
  // Without a length there is no body, and Node (optimizeEmptyRequests) never says that it has ended: nothing may wait for it.
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      delete headers['content-type'];
  });

  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    // Bytes that are no UTF-8 would become replacement characters, and nobody would know what was meant.
    else if (!isUtf8(body as Buffer)) done(notJson());
    else if (isTooDeep(body as Buffer)) done(notJson('is nested too deeply'));
    else void parse(request, String(body), (error, value) => done(error && notJson(), value));
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, undefined);
    else done(problem('unsupported_media_type', 'Send the body as application/json.'));
  });
}

/** The contract has an object in a list in an object. Parsing ten thousand levels takes a hundred times as long as as many characters. */
const MOST_LEVELS = 32;
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}');

function isTooDeep(json: Buffer): boolean {
  let level = 0;
  let isText = false;
  for (let at = 0; at < json.length && level <= MOST_LEVELS; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0; // what a backslash escapes ends no text
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) level += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level -= 1;
  }
  return level > MOST_LEVELS;
}

function notJson(message = 'is not valid JSON'): Error {
  return problem('invalid_request', 'The body is not valid JSON.', { errors: [{ field: 'body', message }] });
}
