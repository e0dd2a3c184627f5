// Describes pages for search engines, as JSON-LD in the words of schema.org. Browsers do not run such a block.
import { GENERATED_VERSION, type RealmDetail, type RealmSummary } from '@realm-catalog/contract';
import { safeHtml, type Html } from './html.ts';
import type { Site } from './site.ts';

/** Nothing in the block can end it, or begin a comment in it. */
function jsonLd(data: object): Html {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', String.raw`\u003c`);
  return safeHtml(`<script type="application/ld+json">${text}</script>`);
}

export function siteData({ name, publicUrl }: Site): Html {
  return jsonLd({
    '@type': 'WebSite',
    name,
    url: `${publicUrl}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/realms?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  });
}

/** The page of an author who has left describes no person. */
export function realmData({ publicUrl }: Site, realm: RealmDetail, isAuthorRemoved: boolean): Html {
  const { author, license, repository, version } = realm;
  const url = `${publicUrl}/realms/${realm.slug}`;
  return jsonLd({
    '@type': 'SoftwareSourceCode',
    name: realm.name,
    description: realm.description,
    url,
    image: `${url}/og.png`,
    keywords: [realm.category, ...realm.tags],
    author: {
      '@type': 'Person',
      name: author.name || author.username,
      ...(!isAuthorRemoved && { url: `${publicUrl}/@${author.username}` }),
    },
    dateCreated: realm.createdAt,
    dateModified: realm.updatedAt,
    ...(version !== GENERATED_VERSION && { version }),
    ...(license !== '' && { license }),
    ...(repository !== '' && { codeRepository: repository }),
  });
}

interface DescribedCollection {
  slug: string;
  name: string;
  description: string;
  updatedAt: string;
  items: RealmSummary[];
}

export function collectionData({ publicUrl }: Site, collection: DescribedCollection): Html {
  const { slug, name, description, updatedAt, items } = collection;
  return jsonLd({
    '@type': 'CollectionPage',
    name,
    description,
    url: `${publicUrl}/collections/${slug}`,
    dateModified: updatedAt,
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: items.length,
      itemListElement: items.map((item, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name: item.name,
        url: `${publicUrl}/realms/${item.slug}`,
      })),
    },
  });
}

export function authorData({ publicUrl }: Site, author: { username: string; name: string; bio: string }): Html {
  const { username, name, bio } = author;
  return jsonLd({
    '@type': 'Person',
    name: name || username,
    alternateName: username,
    url: `${publicUrl}/@${username}`,
    ...(bio !== '' && { description: bio }),
  });
}
