// Pages of a list by opaque cursors: a cursor is the place of an item in its list.
import { DEFAULT_LIMIT } from '@realm-catalog/contract';
import { invalidParameters } from '../http/problem.ts';

export interface PageArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

/** A page of a list, as a connection shows it. */
export interface Connection<Item> {
  items: Item[];
  offset: number;
  totalCount: number;
}

const PREFIX = 'at:';

export function cursorOf(position: number): string {
  return Buffer.from(PREFIX + position).toString('base64url');
}

/** The page that is asked for; throws a 400 for a cursor that is none of ours. */
export function pageOf({ first, after }: PageArguments): { limit: number; offset: number } {
  return { limit: first ?? DEFAULT_LIMIT, offset: after == null ? 0 : positionOf(after) + 1 };
}

function positionOf(cursor: string): number {
  const [, position] = /^at:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (position === undefined || cursorOf(Number(position)) !== cursor)
    throw invalidParameters({ field: 'after', message: 'is no cursor of this catalog' });
  return Number(position);
}
