// Everything that can go wrong, as problem details (RFC 9457).

export class Problem extends Error {
  constructor(status, title, { detail, errors, headers } = {}) {
    super(title);
    this.status = status;
    this.headers = headers;
    this.body = { type: 'about:blank', title, status, detail, errors };
  }
}

export const notFound = () => new Problem(404, 'Not found', { detail: 'There is nothing at this address.' });

export const invalid = (errors) =>
  new Problem(400, 'The request is not valid', { detail: 'See `errors` for what to change.', errors });

export const wrongMethod = (allowed) =>
  new Problem(405, 'Method not allowed', { detail: `Use ${allowed}.`, headers: { Allow: allowed } });

export const changedMeanwhile = () =>
  new Problem(412, 'Changed in the meantime', { detail: 'Read it again, and send its new ETag in If-Match.' });

export const tooLarge = (most) => new Problem(413, 'Too large', { detail: `A body has at most ${most} bytes.` });

export const notJson = () =>
  new Problem(415, 'Unsupported media type', { detail: 'Send JSON, with Content-Type: application/json.' });

// What was not foreseen is written to the log, and says nothing about the inside to the caller.
export function toProblem(error) {
  if (error instanceof Problem) return error;
  console.error(error);
  return new Problem(500, 'Something went wrong');
}
