// Cards and rows of realms of this catalog, with hard cases made of them: their links lead somewhere.
import { GENERATED_VERSION, type RealmSummary } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { collectionCard, type ShownCollection } from '../parts/collection-card.ts';
import { empty } from '../parts/empty.ts';
import { realmCard, realmRow } from '../parts/realm-card.ts';
import type { Site } from '../site.ts';

const hardCases: Partial<RealmSummary>[] = [
  {},
  {
    name: 'The self-hosted, multi-tenant enterprise workspace with all that a team could ever want to have in one place',
    category: 'saas',
    description: 'Teams, roles, billing, invoices, exports, imports and webhooks. '.repeat(4),
    tags: Array.from({ length: 20 }, (_, at) => `tag-${at + 1}`),
    recentDownloads: 1_204_000,
    starCount: 9_800,
    isDeprecated: true,
    coverUrl: '',
  },
  {
    name: 'مدونة بسيطة',
    category: 'blog',
    description: 'قالب مدونة سريع يعمل بدون جافا سكريبت.',
    tags: [],
    recentDownloads: 0,
    starCount: 0,
    version: GENERATED_VERSION,
    publishedAt: '',
    coverUrl: '',
  },
];

const samplesOf = (realms: RealmSummary[]): RealmSummary[] =>
  hardCases.flatMap((hard, at) => {
    const realm = realms[at] ?? realms[0];
    return realm ? [{ ...realm, ...hard }] : [];
  });

export function cardSamples(site: Site, realms: RealmSummary[], collections: ShownCollection[]): Html {
  return html`<ul class="grid">
    ${samplesOf(realms).map((realm) => realmCard(site, realm))} ${collections.map((one) => collectionCard(site, one))}
  </ul>`;
}

export function rowSamples(site: Site, realms: RealmSummary[]): Html {
  if (realms.length === 0) return empty('There are no realms yet', 'Cards and rows need one.');
  return html`<ul class="rows">
    ${samplesOf(realms).map((realm) => realmRow(site, realm))}
  </ul>`;
}
