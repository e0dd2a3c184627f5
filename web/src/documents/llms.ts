// An overview of the catalog for language models and those who build on them (https://llmstxt.org).
import { docsGroups } from '../docs/contents.ts';
import type { Site } from '../site.ts';

export function llmsText({ name, publicUrl }: Site): string {
  return `# ${name}

> A catalog of realms: software templates and projects that people search, read, compare and download.

A realm has a slug, an author, a category, tags, a license, versions and a README. Everything public can be read without an account.

## Read

- [All realms](${publicUrl}/realms): a page; \`?q=\` searches, and understands \`category:\`, \`tag:\`, \`author:\`, \`license:\` and \`has:\`
- One realm as Markdown: \`${publicUrl}/realms/{slug}.md\`, with its facts, the commands to get it, and its README
- [Categories](${publicUrl}/categories) and [tags](${publicUrl}/tags), with the number of their realms
- [Collections](${publicUrl}/collections): realms that belong together
- [Sitemap](${publicUrl}/sitemap.xml): every public realm, collection and author

## Docs

${docsLinks(publicUrl)}

## API

The API is JSON over HTTP. Requests are limited by the hour; the headers of each response say how many are left.

- List and search: \`GET ${publicUrl}/v1/realms?search=blog&category=saas&tags=node&sort=downloads&limit=20&offset=0\`
- One realm: \`GET ${publicUrl}/v1/realms/{slug}\`
- Files of a version: \`GET ${publicUrl}/v1/realms/{slug}/versions/{version}/files\`
- Download: \`POST ${publicUrl}/v1/realms/{slug}/download\` answers with a link to the archive
- [API reference](${publicUrl}/docs/api)
- [OpenAPI document](${publicUrl}/v1/openapi.json)
`;
}

const docsLinks = (publicUrl: string): string =>
  docsGroups
    .flatMap(({ pages }) => pages.map(({ path, title, about }) => `- [${title}](${publicUrl}${path}): ${about}`))
    .join('\n');
