// `realm info`: everything about one realm. One request, or a 304 if nothing has changed since the last time.
import type { Client } from '@realm-catalog/client';
import { askAgain } from '../catalog/answers.ts';
import type { CommandDefinition } from '../command.ts';
import { factsText } from '../terminal/facts.ts';
import { resolveVersion } from '../getting/resolve-version.ts';
import { showVersion } from '../getting/show-version.ts';
import { wantedOf } from '../getting/wanted.ts';
import { sizeText } from '../terminal/progress.ts';
import { onRealm } from '../catalog/similar-realms.ts';
import type { Styles } from '../terminal/style.ts';

type Realm = Awaited<ReturnType<Client['realms']['get']>>;

export const command: CommandDefinition<[realm: string], { readme?: boolean }> = {
  arguments: [
    {
      name: '<realm>',
      description: 'its slug, slug@version or slug@range, or the address of its page',
      completes: 'realm',
    },
  ],
  options: [{ flags: '--readme', description: 'print its README, as Markdown' }],
  examples: [
    ['info markdown-blog', 'Shows its version, license, author and downloads.'],
    ['info markdown-blog@1.0.0', 'Shows one version.'],
    ['info markdown-blog --json=version,sha256', 'Prints two fields as JSON.'],
  ],
  async run(context, [word], { readme }) {
    const { client, output, programName, signal } = context;
    const wanted = wantedOf(context, word);
    const { slug } = wanted;
    const version = await resolveVersion(context, wanted);
    if (version) return showVersion(context, slug, version, readme === true);
    const realm = await onRealm(context, slug, () =>
      askAgain(context, `getRealm ${slug}`, (headers) => client.realms.get(slug, { headers, signal }).withResponse()),
    );
    if (readme && !output.isJson)
      return output.record(realm, ({ longDescription: text }) => (text.endsWith('\n') ? text : `${text}\n`));
    output.record(realm, (one, style) => textOf(one, output.isTerminal, style));
    const { isDeprecated, message, successor } = realm.deprecated;
    if (isDeprecated)
      output.warn(['It is deprecated.', message, successor && `Use ${successor}.`].filter(Boolean).join(' '));
    output.note(`Get it: ${programName} get ${realm.slug}`);
  },
};

function textOf(realm: Realm, isTerminal: boolean, style: Styles): string {
  const { author, requirements, features } = realm;
  const needs = Object.entries(requirements).flatMap(([name, range]) => (range ? [`${name} ${range}`] : []));
  const has = Object.entries(features).flatMap(([name, isThere]) => (isThere ? [name] : []));
  const asked = Object.keys({ ...realm.variables, ...realm.parts });
  const title = isTerminal ? `${style.bold(realm.name)}\n${realm.description}\n\n` : '';
  const facts: [string, string | number][] = [
    ['slug', realm.slug],
    ...(isTerminal
      ? []
      : ([
          ['name', realm.name],
          ['description', realm.description],
        ] as [string, string][])),
    ['version', realm.version],
    ['published', realm.publishedAt],
    ['license', realm.license],
    [
      'author',
      author.name && author.name !== author.username ? `${author.name} (${author.username})` : author.username,
    ],
    ['category', realm.category],
    ['tags', realm.tags.join(', ')],
    ['features', has.join(', ')],
    ['requires', needs.join(', ')],
    ['asks', asked.join(', ')],
    ['downloads', isTerminal ? `${realm.downloadCount}, ${realm.recentDownloads} in 90 days` : realm.downloadCount],
    ['stars', realm.starCount],
    [
      'archive',
      realm.size > 0 && isTerminal
        ? `${sizeText(realm.size)}, ${realm.fileCount} ${realm.fileCount === 1 ? 'file' : 'files'}`
        : realm.size || '',
    ],
    ['sha256', realm.sha256],
    ['repository', realm.repository],
    ['demo', realm.demo],
    ['visibility', realm.visibility === 'public' && isTerminal ? '' : realm.visibility],
  ];
  return title + factsText(facts, isTerminal, style);
}
