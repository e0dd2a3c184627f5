// For parts that a page can do without for a moment.
import { CodedError, UnavailableError } from '../errors.ts';

/** Null while the database does not answer, or too many wait for the same. */
export async function ifAvailable<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof UnavailableError) return null;
    throw error;
  }
}

/** Undefined if there is none. */
export async function ifFound<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CodedError && error.public.code === 'not_found') return undefined;
    throw error;
  }
}
