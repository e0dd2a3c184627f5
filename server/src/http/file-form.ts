// Reads a form that sends one file (`multipart/form-data`, RFC 7578), as browsers write it. The file is a stream, which is never in memory as a
// whole. What no browser sends is refused: other fields, further files, and what comes after the end.
import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { CodedError } from '../errors.ts';
import { hasBody } from './body.ts';
import { problem, unreadable } from './problem.ts';

export interface FormFile {
  /** Whether a file was chosen. */
  isChosen: boolean;
  /** The size of the file as the request says it; undefined where it says nothing. */
  declaredBytes: number | undefined;
  content: Readable;
  /** Reads the rest of the body and forgets it: a browser that is still sending shows no response. */
  discard(): Promise<void>;
}

const FORM_TYPE = 'multipart/form-data';
/** RFC 2046: a boundary has 1 to 70 of these characters. */
const BOUNDARY = /^multipart\/form-data *; *boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70})) *$/i;
const FILE_NAME = /^content-disposition: *form-data; *name="[^"]*"; *filename="((?:[^"\\]|\\.)*)"/im;
/** The lines before the file: its field, its name and its type. */
const MAX_HEAD_BYTES = 4 * 1_024;
const END_OF_HEAD = '\r\n\r\n';
/** Two dashes after the last delimiter, and the end of the line. */
const MAX_END_BYTES = 4;

export async function readFileForm(request: IncomingMessage, maxBytes: number): Promise<FormFile> {
  const { 'content-type': type = '', 'content-length': length } = request.headers;
  const [, quoted, plain = quoted] = BOUNDARY.exec(type) ?? [];
  if (plain === undefined || !hasBody(request))
    throw problem('unsupported_media_type', `Send the form as ${FORM_TYPE}, with one file.`);
  const { promise: headRead, resolve, reject } = Promise.withResolvers<string>();
  const content = fileContent(plain, resolve);
  content.once('error', reject);
  let hasFailed = false;
  // A client that sends too slowly has a problem of its own; any other error means that the body was cut off.
  request.once('error', (error) => {
    hasFailed = true;
    content.destroy(error instanceof CodedError ? error : cutOff());
  });
  request.once('close', () => request.complete || content.destroy(cutOff()));
  request.pipe(content);
  const head = await headRead;
  const [, name] = FILE_NAME.exec(head) ?? [];
  if (name === undefined) throw unreadable('body', 'has a field that is no file');
  const framing = Buffer.byteLength(head, 'latin1') + END_OF_HEAD.length + `\r\n--${plain}--\r\n`.length;
  const declaredBytes = length === undefined ? undefined : Math.max(0, Number(length) - framing);
  const discard = async () => {
    if (!hasFailed && declaredBytes !== undefined && declaredBytes <= maxBytes) await readToEnd(request, content);
  };
  return { isChosen: name !== '', declaredBytes, content, discard };
}

/** Takes the body of the form, and gives the bytes of the file. `onHead` is told the lines before it. */
function fileContent(boundary: string, onHead: (head: string) => void): Transform {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let part: 'head' | 'content' | 'end' = 'head';
  let rest: Buffer = Buffer.alloc(0);

  function readHead(): void {
    const end = rest.subarray(0, MAX_HEAD_BYTES).indexOf(END_OF_HEAD);
    if (end < 0 && rest.length < MAX_HEAD_BYTES) return;
    const head = rest.toString('latin1', 0, Math.max(0, end));
    if (!head.startsWith(`--${boundary}\r\n`)) throw unreadable('body', 'does not begin as a form with one file does');
    rest = rest.subarray(end + END_OF_HEAD.length);
    part = 'content';
    onHead(head);
  }

  /** The bytes that are surely of the file: the last ones may be the beginning of the delimiter. */
  function readContent(): Buffer {
    const at = rest.indexOf(delimiter);
    const end = at < 0 ? Math.max(0, rest.length - delimiter.length + 1) : at;
    const bytes = rest.subarray(0, end);
    rest = rest.subarray(at < 0 ? end : at + delimiter.length);
    if (at >= 0) part = 'end';
    return bytes;
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      try {
        if (part === 'head') readHead();
        const bytes = part === 'content' ? readContent() : undefined;
        if (part === 'end' && rest.length > MAX_END_BYTES) throw unreadable('body', 'has more than one file');
        done(null, bytes);
      } catch (error) {
        done(error as Error);
      }
    },
    flush: (done) => done(part === 'end' && /^--(?:\r\n)?$/.test(rest.toString('latin1')) ? null : cutOff()),
  });
}

const cutOff = () => unreadable('body', 'was cut off');

/** Until the request has ended, in one way or another. */
function readToEnd(request: IncomingMessage, content: Transform): Promise<void> {
  request.unpipe(content);
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    for (const event of ['end', 'error', 'close']) request.once(event, () => resolve());
    request.resume();
  });
}
