// Translates the errors of PostgreSQL and of the network on the way to it.
import { DatabaseError } from 'pg';
import { ConditionError, GoneError, StoreUnavailableError, UniqueError } from './database.ts';

/** For `catch`. */
export function throwDatabaseError(error: unknown): never {
  throw toDatabaseError(error);
}

/** The codes are those of https://www.postgresql.org/docs/current/errcodes-appendix.html. */
export function toDatabaseError(error: unknown): Error {
  if (!(error instanceof DatabaseError)) return toNetworkError(error);
  if (error.code === '23505') return new UniqueError(undefined, { cause: error });
  if (error.code === '23502' && error.table === 'batch_conditions')
    return new ConditionError(undefined, { cause: error });
  if (error.code === '23503') return new GoneError({ cause: error });
  // Connections (08), a stand-by that only reads (25006), a refused login (28), a missing database (3D), collisions (40), resources (53), a
  // shutdown or a time-out (57), a failing disk (58).
  if (/^(08|25006|28|3D|40|53|57|58)/.test(error.code ?? ''))
    return new StoreUnavailableError('the database does not answer', { cause: error });
  return error;
}

/** An error that does not come from the server. A host with several addresses gives one error for each, in an AggregateError. */
function toNetworkError(error: unknown): Error {
  const isOfNetwork =
    error instanceof AggregateError || (error instanceof Error && (error.constructor === Error || 'syscall' in error));
  return isOfNetwork ? new StoreUnavailableError('the database cannot be reached', { cause: error }) : (error as Error);
}

/**
 * A deadlock, rows that changed meanwhile, or a row that was deleted between the statement that saw it and the one that refers to it. The
 * server has undone the transaction, so it may be tried again.
 */
export function isCollision(error: unknown): boolean {
  return error instanceof DatabaseError && ['40P01', '40001', '23503'].includes(error.code ?? '');
}
