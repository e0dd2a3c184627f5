// Recognizes internal details of the server in a text that a client was sent: statements, paths, stack traces, error codes of libraries.

export const internalDetails =
  /sqlite|\bselect\b.*\bfrom\b|node_modules|\/src\/|\.ts:\d|FST_|ERR_|\bat (?:[^\n]*\()?(?:file:\/\/|node:)|syntax error|invalid input/i;
