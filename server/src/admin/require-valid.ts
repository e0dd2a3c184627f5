// Applies the rules of the API to the options of a command.
import { OperatorError } from '../config/config.ts';
import type { ValidationResult } from '../http/input.ts';

/** Returns the cleaned values. Values that the API would answer with 400 end the command. */
export function requireValid<Values>({ value, errors }: ValidationResult): Values {
  if (errors) throw new OperatorError(`${errors.map(({ field, message }) => `${field} ${message}`).join('; ')}.`);
  return value as Values;
}
