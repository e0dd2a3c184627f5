// The model of what is summed over public realms: statistics, profiles and series. These are the same for everyone.
import type { Statistics } from '@realm-catalog/contract';
import { isPublic } from './lists.ts';

interface CountedRealm {
  ownerId: string;
  visibility: string;
  category: string;
  downloadCount: number;
  starCount: number;
}

const sum = (realms: CountedRealm[], of: 'downloadCount' | 'starCount') =>
  realms.reduce((total, realm) => total + realm[of], 0);

export function statisticsOf(realms: CountedRealm[], totalUsers: number): Statistics {
  const counted = realms.filter(isPublic);
  const categories: Record<string, number> = { saas: 0, blog: 0, api: 0, ecommerce: 0 };
  for (const { category } of counted) categories[category] = (categories[category] ?? 0) + 1;
  return { totalRealms: counted.length, totalDownloads: sum(counted, 'downloadCount'), totalUsers, categories };
}

/** What the profile of an account says of its realms. */
export function profileOf(realms: CountedRealm[], accountId: string) {
  const own = realms.filter((realm) => isPublic(realm) && realm.ownerId === accountId);
  return { realmCount: own.length, downloadCount: sum(own, 'downloadCount'), starCount: sum(own, 'starCount') };
}

/** What the points of a series sum to. */
export function seriesTotal(realms: CountedRealm[], metric: 'downloads' | 'realms', category?: string): number {
  const counted = realms.filter((realm) => isPublic(realm) && (category ?? realm.category) === realm.category);
  return metric === 'realms' ? counted.length : sum(counted, 'downloadCount');
}
