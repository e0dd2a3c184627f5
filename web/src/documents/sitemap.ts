// The sitemap for search engines: an index of its parts, and each part (https://www.sitemaps.org/protocol.html).
import type { Site } from '../site.ts';
import { xml, XML_DECLARATION } from '../xml.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export interface SitemapEntry {
  /** The path of a page. */
  path: string;
  /** When the page changed last; undefined if that is not known. */
  changedAt?: string | undefined;
}

/** `parts` are the paths of the parts. */
export function sitemapIndex(site: Site, parts: string[]): string {
  const entries = parts.map((path) => xml`<sitemap><loc>${site.publicUrl}${path}</loc></sitemap>\n`);
  return XML_DECLARATION + xml`<sitemapindex xmlns="${NAMESPACE}">\n${entries}</sitemapindex>\n`.html;
}

export function sitemapPart(site: Site, entries: SitemapEntry[]): string {
  const shown = entries.map(
    ({ path, changedAt }) =>
      xml`<url><loc>${site.publicUrl}${path}</loc>${changedAt !== undefined && xml`<lastmod>${changedAt}</lastmod>`}</url>\n`,
  );
  return XML_DECLARATION + xml`<urlset xmlns="${NAMESPACE}">\n${shown}</urlset>\n`.html;
}
