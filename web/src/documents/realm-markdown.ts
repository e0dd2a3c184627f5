// A realm as Markdown, for programs: its facts, how to get it, and its README as it was written.
import { GENERATED_VERSION, type RealmDetail } from '@realm-catalog/contract';
import { byteSize, counted, exactNumber } from '../numbers.ts';
import { waysToTake } from '../parts/take.ts';
import type { Site } from '../site.ts';

export function realmMarkdown(site: Site, realm: RealmDetail): string {
  const facts = factsOf(site, realm).map(([name, value]) => `- ${name}: ${value}`);
  const commands = waysToTake(site, realm).map(([, command]) => `\`\`\`sh\n${command}\n\`\`\``);
  const readme = realm.longDescription.trim();
  return [
    `# ${plain(realm.name)}`,
    plain(realm.description),
    facts.join('\n'),
    ...(isPlanned(realm) ? [] : ['## Get it', ...commands]),
    ...(readme === '' ? [] : ['## README', readme]),
    '',
  ].join('\n\n');
}

const isPlanned = ({ version }: RealmDetail): boolean => version === GENERATED_VERSION;

function factsOf(site: Site, realm: RealmDetail): [name: string, value: string][] {
  const { author, deprecated, features, requirements, tags } = realm;
  const has = Object.entries(features).flatMap(([name, isThere]) => (isThere ? [name] : []));
  const all: [string, string][] = [
    ['Deprecated', deprecated.isDeprecated ? `yes. ${plain(deprecated.message)}`.trim() : ''],
    ['Use instead', deprecated.successor && `${site.publicUrl}/realms/${deprecated.successor}.md`],
    ['Page', `${site.publicUrl}/realms/${realm.slug}`],
    ['Author', `${plain(author.name || author.username)} (${site.publicUrl}/@${author.username})`],
    ['Category', realm.category],
    ['Tags', tags.join(', ')],
    ['License', plain(realm.license)],
    ['Version', isPlanned(realm) ? 'none: there is nothing to download' : realm.version],
    ['Published', realm.publishedAt],
    ['Size', realm.size === 0 ? '' : `${byteSize(realm.size)}, ${counted(realm.fileCount, 'file')}`],
    ['SHA-256', realm.sha256],
    ['Downloads', exactNumber(realm.downloadCount)],
    ['Stars', exactNumber(realm.starCount)],
    ['Node', plain(requirements.node)],
    ['npm', plain(requirements.npm)],
    ['Has', has.join(', ')],
    ['Repository', realm.repository],
    ['Demo', realm.demo],
  ];
  return all.filter(([, value]) => value !== '');
}

/** One line of text in which no character is markup. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<#|~&]/g, String.raw`\$&`);
}
