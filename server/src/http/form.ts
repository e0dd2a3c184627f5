// Reads the form that a page has sent. A body that is empty is a form without fields.
import type { IncomingMessage } from 'node:http';
import { hasBody, readBytes } from './body.ts';
import { maxBodySizes } from './socket/connection-limits.ts';
import { problem } from './problem.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const body = hasBody(request) ? await readBytes(request, maxBodySizes.form) : Buffer.alloc(0);
  if (body.length === 0) return new URLSearchParams();
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== FORM_TYPE)
    throw problem('unsupported_media_type', `Send the form as ${FORM_TYPE}.`);
  return new URLSearchParams(body.toString());
}
