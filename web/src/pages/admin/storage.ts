// What is stored, for administrators: all of it, the quotas of the plans, and the accounts that keep the most.
import type { Storage } from '@realm-catalog/contract';
import { html } from '../../html.ts';
import { byteSize, exactNumber } from '../../numbers.ts';
import { cellTable } from '../../parts/cell-table.ts';
import { totals } from '../../parts/figures.ts';
import type { Site } from '../../site.ts';
import { adminPage } from './admin-page.ts';

const share = (used: number, limit: number) => `${Math.floor((used / limit) * 100)} %`;

export function adminStoragePage(site: Site, { bytes, realms, users, quotas, largest }: Storage): string {
  return adminPage(
    site,
    '/admin/storage',
    undefined,
    html`${totals([
        ['Accounts', users],
        ['Realms', realms],
      ])}
      <p>The archives of all versions take ${byteSize(bytes)}.</p>
      <h2>Quotas</h2>
      ${cellTable(
        'Quotas',
        ['Plan', 'Archives', 'Realms'],
        (['free', 'premium'] as const).map((plan) => [
          plan,
          byteSize(quotas[plan].bytes),
          exactNumber(quotas[plan].realms),
        ]),
      )}
      <h2>The largest accounts</h2>
      ${cellTable(
        'The largest accounts',
        ['Account', 'Plan', 'Archives', 'Of the quota', 'Realms'],
        largest.map(({ username, plan, ...used }) => [
          html`<a href="${site.basePath}/admin?search=${username}"><bdi>${username}</bdi></a>`,
          plan,
          byteSize(used.bytes),
          share(used.bytes, quotas[plan].bytes),
          exactNumber(used.realms),
        ]),
      )}`,
  );
}
