// Thrown when a command was called in a way it cannot understand; its message says what to do instead.

export class UsageError extends Error {}
