// What pages with the button "Download" may do beyond the others: their form leads to where the archives are.
import type { Archives } from '../../archives/archives.ts';
import type { PagePolicy } from '../page.ts';

export type DownloadPolicy = () => Promise<PagePolicy>;

export function downloadPolicy({ linkOrigin }: Pick<Archives, 'linkOrigin'>): DownloadPolicy {
  return async () => (linkOrigin ? { formAction: await linkOrigin() } : {});
}
