// The description of the search box for browsers, and suggestions in the form that they read (https://github.com/dewitt/opensearch).
import type { Site } from '../site.ts';
import { xml, XML_DECLARATION } from '../xml.ts';

/** A short name has at most so many characters. */
const MAX_SHORT_NAME = 16;

export function openSearchDescription(site: Site): string {
  const { name, publicUrl } = site;
  return (
    XML_DECLARATION +
    xml`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
      <ShortName>${Array.from(name).slice(0, MAX_SHORT_NAME).join('').trim()}</ShortName>
      <LongName>${name}</LongName>
      <Description>Search the realms of ${name}.</Description>
      <InputEncoding>UTF-8</InputEncoding>
      <Image width="32" height="32" type="image/png">${publicUrl}/favicon.ico</Image>
      <Url type="text/html" template="${publicUrl}/realms?q={searchTerms}"/>
      <Url type="application/x-suggestions+json" template="${publicUrl}/suggest/opensearch?q={searchTerms}"/>
      <Url type="application/opensearchdescription+xml" rel="self" template="${publicUrl}/opensearch.xml"/>
    </OpenSearchDescription>\n`.html
  );
}

export interface Suggestions {
  realms: { slug: string; name: string }[];
  tags: string[];
  authors: string[];
}

/** The text itself, what it can be completed to, what each of these is, and where it leads. */
export function openSearchSuggestions(site: Site, text: string, { realms, tags, authors }: Suggestions): string {
  const search = (query: string) => `${site.publicUrl}/realms?q=${encodeURIComponent(query)}`;
  const all = [
    ...realms.map(({ slug, name }) => [name, 'Realm', `${site.publicUrl}/realms/${slug}`]),
    ...tags.map((tag) => [`tag:${tag}`, 'Tag', search(`tag:${tag}`)]),
    ...authors.map((author) => [`author:${author}`, 'Author', `${site.publicUrl}/@${author}`]),
  ];
  return JSON.stringify([text, ...[0, 1, 2].map((column) => all.map((one) => one[column]))]);
}
