// Prints what is known of one version of a realm.
import type { Client } from '@realm-catalog/client';
import { askAgain } from '../catalog/answers.ts';
import type { CommandContext } from '../context.ts';
import { factsText } from '../terminal/facts.ts';
import { sizeText } from '../terminal/progress.ts';
import { onRealm } from '../catalog/similar-realms.ts';

type Version = Awaited<ReturnType<Client['realms']['version']>>;

export async function showVersion(
  context: CommandContext,
  slug: string,
  version: string,
  isReadme: boolean,
): Promise<void> {
  const { client, output, programName, signal } = context;
  const found = await onRealm(context, slug, () =>
    askAgain(context, `getVersion ${slug} ${version}`, (headers) =>
      client.realms.version(slug, version, { headers, signal }).withResponse(),
    ),
  );
  if (isReadme && !output.isJson)
    return output.record(found, ({ longDescription: text }) => (text.endsWith('\n') ? text : `${text}\n`));
  output.record({ slug, ...found }, (one, style) =>
    factsText(factsOf(slug, one, output.isTerminal), output.isTerminal, style),
  );
  if (found.yanked) output.warn(`It was yanked${found.reason && `: ${found.reason}`}.`);
  output.note(`Get it: ${programName} get ${slug}@${version}`);
}

function factsOf(slug: string, version: Version, isTerminal: boolean): [string, string | number][] {
  const { features, requirements, size, fileCount } = version;
  const has = Object.entries(features).flatMap(([name, isThere]) => (isThere ? [name] : []));
  const needs = Object.entries(requirements).flatMap(([name, range]) => (range ? [`${name} ${range}`] : []));
  const files = `${sizeText(size)}, ${fileCount} ${fileCount === 1 ? 'file' : 'files'}`;
  return [
    ['slug', slug],
    ['version', version.version],
    ['state', version.yanked ? 'yanked' : 'served'],
    ['published', version.createdAt],
    ['by', version.publishedBy],
    ['license', version.license],
    ['features', has.join(', ')],
    ['requires', needs.join(', ')],
    ['asks', Object.keys({ ...version.variables, ...version.parts }).join(', ')],
    ['downloads', version.downloadCount],
    ['archive', isTerminal ? files : size],
    ['sha256', version.sha256],
    ['demo', version.demo],
  ];
}
