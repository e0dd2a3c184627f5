// What a page says after a form: what was done stands in the address to which the form led.
import type { PageRequest } from './page.ts';

export const doneIn = ({ query }: Pick<PageRequest, 'query'>): string | undefined => query.get('done') ?? undefined;
