// A column of a table: its header, its value, and what becomes of it where there is little room.
import type { Styles } from './style.ts';

export interface Column<Row> {
  header: string;
  value: (row: Row) => string | number;
  /** Numbers stand at the right. */
  align?: 'right';
  style?: keyof Styles;
  /** The column that is cut on a narrow terminal. */
  isFlexible?: boolean;
  /** A last column of sentences, which go on below. */
  wraps?: boolean;
  /** Left out on a narrow terminal. */
  isOptional?: boolean;
}
