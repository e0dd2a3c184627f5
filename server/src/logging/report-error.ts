// Tells the operator why a program ends: in one line where that says everything.
import { OperatorError } from '../config/config.ts';
import { StoreError } from '../errors.ts';

export function reportError(program: string, error: unknown): void {
  const unexpected = errorsIn(error).find((one) => !(one instanceof OperatorError || one instanceof StoreError));
  console.error(unexpected ?? `${program}: ${joined(errorsIn(error).map(({ message }) => message))}`);
}

/** Each reason of a failure once, with what has caused it. */
export function reasonsOf(failure: unknown): string {
  return joined(
    errorsIn(failure).map(({ message, cause }) => (cause instanceof Error ? `${message} (${cause.message})` : message)),
  );
}

const joined = (reasons: string[]) => [...new Set(reasons)].join('; ');

/** Several services may fail when they are closed one after the other. */
function errorsIn(error: unknown): Error[] {
  return error instanceof SuppressedError
    ? [...errorsIn(error.suppressed), ...errorsIn(error.error)]
    : [error as Error];
}
