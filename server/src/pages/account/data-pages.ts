// All that the catalog knows of an account, for its person to take along.
import { dataPage } from '@realm-catalog/web/pages/account/data-and-deletion';
import type { SignedPageHandler } from '../page.ts';

export const dataPages = {
  settingsData: async ({ site }) => ({ personalHtml: dataPage(site) }),
  /** As the API gives it. */
  async myData({ perform }) {
    const result = await perform.raw('getMyData');
    if (!('open' in result)) throw new Error('the data of an account is no stream');
    return { ...result, mediaType: 'application/json; charset=utf-8' };
  },
} satisfies Record<string, SignedPageHandler>;
