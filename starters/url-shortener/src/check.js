// What may become a link, and what is said about the rest.

// These are, or may become, addresses of the service itself.
const reserved = new Set(['api', 'healthz']);
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

// Answers either the errors or the link, with its address and time in the one spelling in which they are kept.
export function readLink(input, publicUrl) {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) {
    return { errors: ['The body must be a JSON object.'] };
  }
  const { url, code, expiresAt, ...others } = input;
  const errors = Object.keys(others).map((name) => `"${name}" is not a known field.`);

  const target = typeof url === 'string' && url.length <= 2048 ? URL.parse(url) : null;
  if (!target || !['http:', 'https:'].includes(target.protocol)) errors.push('"url" must be an http or https address.');
  else if (target.origin === new URL(publicUrl).origin) errors.push('"url" must lead to another site, not back here.');
  else if (target.username || target.password) errors.push('"url" must not hold a user name or a password.');

  if (code !== undefined && (typeof code !== 'string' || !/^[a-z0-9][a-z0-9-]{1,39}$/.test(code))) {
    errors.push('"code" must have 2 to 40 lower-case letters, digits or dashes.');
  } else if (reserved.has(code)) {
    errors.push(`"${code}" is an address of the service itself.`);
  }

  const end = new Date(isoTime.test(expiresAt) ? expiresAt : Number.NaN);
  if (expiresAt !== undefined && !(end > new Date())) errors.push('"expiresAt" must be a time to come, in ISO 8601.');

  if (errors.length > 0) return { errors };
  return { errors, link: { code, url: target.href, expiresAt: expiresAt === undefined ? null : end.toISOString() } };
}
