// Reads the parameters that several pages have.
import { parseListState } from '@realm-catalog/web';

/** Where a page of a list begins. */
export const offsetOf = (query: URLSearchParams): number => parseListState(query).offset;
