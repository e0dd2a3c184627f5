// Errors, and what the user is told about them: message, hint and exit code.
import { exitCodes, type Outcome } from './exit-codes.ts';
import { systemErrorText } from './files/system-error.ts';

interface CommandErrorDetails {
  /** What to do about it; commands in it are written out in full. */
  hint?: string;
  /** A stable word for programs; the outcome, unless something is known more exactly. */
  code?: string;
  cause?: unknown;
}

/** An error that a command expects; its message is for the user. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly outcome: Outcome;
  readonly hint: string | undefined;
  readonly code: string | undefined;

  constructor(outcome: Outcome, message: string, { hint, code, cause }: CommandErrorDetails = {}) {
    super(message, { cause });
    this.outcome = outcome;
    this.hint = hint;
    this.code = code;
  }
}

/** The user pressed Ctrl-C, or the process was told to end. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  readonly exitCode: number;

  constructor(exitCode: number = exitCodes.interrupted) {
    super('Interrupted.');
    this.exitCode = exitCode;
  }
}

/** One wrong field of a request. */
interface FieldError {
  field: string;
  message: string;
}

/** What is printed about an error; with `--json`, as it stands. */
export interface Failure {
  error: string;
  message: string;
  exitCode: number;
  hint?: string;
  /** From the outermost cause to the first. */
  causes?: string[];
  status?: number;
  requestId?: string;
  errors?: FieldError[];
  retryAfterSeconds?: number;
}

/** The errors of the client by their names, which also hold when two copies of the package are loaded. */
const outcomes: Record<string, Outcome> = {
  NotFoundError: 'notFound',
  UnauthorizedError: 'login',
  ForbiddenError: 'forbidden',
  ConflictError: 'conflict',
  InvalidRequestError: 'usage',
  RateLimitError: 'rateLimited',
  NetworkError: 'network',
  TimeoutError: 'network',
  UnexpectedResponseError: 'network',
  IntegrityError: 'integrity',
};

/** What the client's errors carry. */
interface ClientError extends Error {
  code?: string;
  status?: number;
  requestId?: string;
  errors?: unknown;
  retryAfterMs?: number;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof InterruptedError)
    return { error: 'interrupted', message: error.message, exitCode: error.exitCode };
  if (error instanceof CommandError)
    return {
      error: error.code ?? error.outcome,
      message: error.message,
      exitCode: exitCodes[error.outcome],
      ...(error.hint && { hint: error.hint }),
      ...causesOf(error),
    };
  return error instanceof Error ? failureOfClient(error) : failureOfClient(new Error(String(error)));
}

export function outcomeOf(error: unknown): Outcome {
  if (error instanceof CommandError) return error.outcome;
  return (error instanceof Error ? outcomes[error.name] : undefined) ?? 'unexpected';
}

function failureOfClient(error: ClientError): Failure {
  const outcome = outcomeOf(error);
  const { code, status, requestId, errors, retryAfterMs } = error;
  return {
    error: code ?? outcome,
    message: systemErrorText(error) ?? error.message,
    exitCode: exitCodes[outcome],
    ...causesOf(error),
    ...(status && { status }),
    ...(requestId && { requestId }),
    ...fieldErrors(errors),
    ...(retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) }),
  };
}

/** A catalog may be another server, whose answer has anything in their place. */
function fieldErrors(errors: unknown): { errors?: FieldError[] } {
  const good = (Array.isArray(errors) ? errors : []).flatMap((one) => {
    const { field, message } = Object(one) as Record<string, unknown>;
    return typeof field === 'string' && typeof message === 'string' ? [{ field, message }] : [];
  });
  return good.length > 0 ? { errors: good } : {};
}

const MAX_CAUSES = 8;

/** The messages of all causes, of which Node hides the interesting one in the second or third. */
function causesOf(error: Error): { causes?: string[] } {
  const causes: string[] = [];
  for (let cause = error.cause; cause instanceof Error && causes.length < MAX_CAUSES; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    // Several addresses of one host were tried: the message of the whole is empty.
    const message =
      cause.message || (cause instanceof AggregateError ? cause.errors.map(messageOf).join('; ') : cause.name);
    if (error.message.includes(message)) continue; // the client's message has it
    causes.push(code && !message.includes(code) ? `${message} (${code})` : message);
  }
  return causes.length > 0 ? { causes } : {};
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
