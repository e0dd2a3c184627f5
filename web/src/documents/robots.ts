// What search engines may read, and where the sitemap is.
import type { Site } from '../site.ts';

/** Lists with filters and comparisons of versions are too many to read, and lead to nothing that the sitemap lacks. */
const notForRobots = [
  '/v1/',
  '/oauth/',
  '/archives/',
  '/giget/',
  '/suggest',
  '/realms?',
  '/realms/*/diff/',
  '/realms/*/raw/',
];

export function robotsText({ basePath, publicUrl }: Site): string {
  return [
    'User-agent: *',
    ...notForRobots.map((path) => `Disallow: ${basePath}${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
