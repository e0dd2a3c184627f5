// The sitemap: an index, and parts of public realms and their newest versions, of their authors and of collections.
// Older versions are not for search engines: they say almost the same.
import { setImmediate } from 'node:timers/promises';
import { GENERATED_VERSION } from '@realm-catalog/contract';
import { docsPaths } from '@realm-catalog/web/docs/contents';
import { sitemapIndex, sitemapPart, type SitemapEntry } from '@realm-catalog/web/documents/sitemap';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Reader } from '../../db/database.ts';
import { problem } from '../../http/problem.ts';
import { textFile } from './document-pages.ts';
import type { PageFile, PageHandler } from '../page.ts';
import { countCollections, findSitemapRealms, listSitemapCollections } from './queries.ts';

/** A part has at most so many realms, authors or collections, so that it is made in a few milliseconds and small enough to be cached; the protocol allows 50,000. */
const PART_SIZE = 2_000;
/** How many realms one statement reads: on SQLite it blocks the whole process. */
const SLICE_SIZE = 500;

const XML_TYPE = 'application/xml; charset=utf-8';
const fixedPages = ['/', '/realms', '/categories', '/tags', '/collections', '/stats', ...docsPaths];

export type PublicLists = Pick<Catalog, 'listPublicSeqs' | 'listAuthors'>;

interface Page {
  limit: number;
  offset: number;
}

interface Entries {
  entries: SitemapEntry[];
  total: number;
}

/** `partSize` is for tests. */
export function createSitemapPages(
  { catalog, reader }: { catalog: PublicLists; reader: Reader },
  partSize = PART_SIZE,
) {
  const sources: Record<string, (page: Page) => Promise<Entries>> = {
    realms: async (page) => {
      const { seqs, total } = catalog.listPublicSeqs(page);
      return { entries: await realmEntries(reader, seqs), total };
    },
    authors: async (page) => {
      const { values, total } = catalog.listAuthors(page);
      return { entries: values.map((name) => ({ path: `/@${name}` })), total };
    },
    collections: async (page) => {
      const found = await listSitemapCollections(reader, page);
      return {
        entries: found.map(({ slug, updatedAt }) => ({ path: `/collections/${slug}`, changedAt: updatedAt })),
        total: await countCollections(reader),
      };
    },
  };

  const sitemap: PageHandler = async ({ site }) => {
    const parts = ['/sitemaps/pages.xml'];
    for (const [name, read] of Object.entries(sources)) {
      const { total } = await read({ limit: 1, offset: 0 });
      for (let part = 1; (part - 1) * partSize < total; part += 1) parts.push(`/sitemaps/${name}-${part}.xml`);
    }
    return xmlFile(sitemapIndex(site, parts));
  };

  const sitemapPartPage: PageHandler = async ({ site, params }) => {
    const file = params['file'] ?? '';
    const [, name = '', number = ''] = /^(realms|authors|collections)-([1-9]\d{0,8})\.xml$/.exec(file) ?? [];
    const pages = { entries: fixedPages.map((path) => ({ path })) };
    const offset = (Number(number) - 1) * partSize;
    const found = file === 'pages.xml' ? pages : await sources[name]?.({ limit: partSize, offset });
    if (!found || found.entries.length === 0) throw problem('not_found', 'The sitemap has no such part.');
    return xmlFile(sitemapPart(site, found.entries));
  };

  return { sitemap, sitemapPart: sitemapPartPage };
}

async function realmEntries(db: Reader, seqs: number[]): Promise<SitemapEntry[]> {
  const entries: SitemapEntry[] = [];
  for (let at = 0; at < seqs.length; at += SLICE_SIZE) {
    if (at > 0) await setImmediate();
    for (const { slug, version, updatedAt } of await findSitemapRealms(db, seqs.slice(at, at + SLICE_SIZE))) {
      entries.push({ path: `/realms/${slug}`, changedAt: updatedAt });
      if (version !== GENERATED_VERSION)
        entries.push({ path: `/realms/${slug}/versions/${version}`, changedAt: updatedAt });
    }
  }
  return entries;
}

const xmlFile = (text: string): PageFile => textFile(text, XML_TYPE);
