// For parts that a page can do without for a moment.
import { UnavailableError } from '../errors.ts';

/** Null while the database does not answer, or too many wait for the same. */
export async function ifAvailable<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof UnavailableError) return null;
    throw error;
  }
}
