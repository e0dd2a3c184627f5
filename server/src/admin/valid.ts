// What an operator says, held against the rules of the API.
import { StartError } from '../config.ts';
import type { Read } from '../http/input.ts';

/** The cleaned values; what the API would answer with 400 ends the command. */
export function valid<Values>({ value, errors }: Read): Values {
  if (errors) throw new StartError(`${errors.map(({ field, message }) => `${field} ${message}`).join('; ')}.`);
  return value as Values;
}
