// Pages of a list by opaque cursors: a cursor is the place of an item in its list.
import { DEFAULT_LIMIT } from '@realm-catalog/contract';

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
/** Of a position of 15 digits. */
const MAX_LENGTH = 24;

export function cursorOf(position: number): string {
  return Buffer.from(PREFIX + position).toString('base64url');
}

/** The page that is asked for. `cost.ts` has refused every cursor that is none. */
export function pageOf({ first, after }: PageArguments): { limit: number; offset: number } {
  const before = after == null ? undefined : positionOf(after);
  return { limit: first ?? DEFAULT_LIMIT, offset: before === undefined ? 0 : before + 1 };
}

/** Undefined for a cursor that is none of ours. */
export function positionOf(cursor: string): number | undefined {
  if (cursor.length > MAX_LENGTH) return undefined;
  const [, position] = /^at:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return position !== undefined && cursorOf(Number(position)) === cursor ? Number(position) : undefined;
}
