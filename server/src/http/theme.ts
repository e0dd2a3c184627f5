// The theme of the pages that a visitor chose, which a cookie has.
import type { IncomingHttpHeaders } from 'node:http';

/** Empty for the theme of the system. */
export function themeOf({ cookie = '' }: IncomingHttpHeaders): string {
  const [, theme = ''] = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(cookie) ?? [];
  return theme;
}
