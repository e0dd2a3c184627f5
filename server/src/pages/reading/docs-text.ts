// A document of `docs/` as this catalog shows it: with its own address, and with links that lead to its pages.
import { documentPages } from '@realm-catalog/web/docs/contents';
import type { Site } from '@realm-catalog/web/site';

const EXAMPLE_COMMAND_LINE = 'https://catalog.example/cli/realm.tgz';
const EXAMPLE_URL = 'https://catalog.example';
/** A link to another file of the repository. */
const LINK = /\[((?:[^[\]]|\[[^\]]*\])*)\]\(((?:\.\.\/|[\w-]+\.md)[^)\s]*)\)/g;

/** Where a document is; the API has a reference instead. */
const pathsOfFiles: ReadonlyMap<string, string> = new Map([
  ...documentPages.map(({ document, path }): [string, string] => [`${document}.md`, path]),
  ['api.md', '/docs/api'],
]);

export interface DocumentText {
  heading: string;
  text: string;
}

/** Only a clone has the other files, so a link to one of them is its text here. */
export function documentText(markdown: string, { publicUrl, commandLine }: Site): DocumentText {
  const [, heading = '', text = ''] = /^# (.+)\n([^]*)$/.exec(markdown) ?? [];
  const linked = text.replaceAll(LINK, (_, label: string, target: string) => {
    const [file = '', fragment] = target.split('#');
    const path = pathsOfFiles.get(file);
    if (path === undefined) return label;
    return `[${label}](${path}${fragment === undefined || file === 'api.md' ? '' : `#${fragment}`})`;
  });
  return {
    heading: heading.replaceAll('`', ''),
    text: linked.replaceAll(EXAMPLE_COMMAND_LINE, commandLine).replaceAll(EXAMPLE_URL, publicUrl),
  };
}
