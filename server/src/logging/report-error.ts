// Tells the operator why a program ends: in one line where that says everything.
import { OperatorError } from '../config/config.ts';
import { StoreError } from '../errors.ts';

export function reportError(program: string, error: unknown): void {
  const isExplained = error instanceof OperatorError || error instanceof StoreError;
  console.error(isExplained ? `${program}: ${error.message}` : error);
}
