// Docs: the front page, and the documents of `docs/`, which are rendered as READMEs are.
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { documentPages } from '@realm-catalog/web/docs/contents';
import { html, safeHtml } from '@realm-catalog/web/html';
import { docsPage } from '@realm-catalog/web/pages/docs';
import { documentPage, type DocumentView } from '@realm-catalog/web/pages/document';
import type { Site } from '@realm-catalog/web/site';
import type { Bundles } from '../../bundles/bundles.ts';
import { problem } from '../../http/problem.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { ifAvailable } from '../optional-part.ts';
import type { PageHandler, RenderedPage } from '../page.ts';

const folder = new URL('../../../../docs/', import.meta.url);
/** Documents take turns with the texts of realms. No realm has this slug. */
const TURN = '/docs';

interface Tools {
  renderer: Pick<Renderer, 'markdown'>;
  bundles: Bundles;
}

const docs: PageHandler = async ({ site }) => docsPage(site);

export function createDocsPages({ renderer, bundles }: Tools) {
  async function show(site: Site, name: string, more: Pick<DocumentView, 'commandLine'> = {}): Promise<RenderedPage> {
    const page = documentPages.find(({ document }) => document === name);
    if (!page) throw problem('not_found', 'Docs has no such page.');
    const { heading, text } = documentText(await readFile(new URL(`${name}.md`, folder), 'utf8'), site);
    const rendered = await ifAvailable(
      renderer.markdown({
        realm: TURN,
        text,
        digest: hash('sha256', text, 'base64url'),
        base: { files: `${site.basePath}/`, images: `${site.basePath}/`, idPrefix: '', headingShift: 0 },
      }),
    );
    const shown = rendered === null ? html`<pre class="readme-plain" tabindex="0">${text}</pre>` : safeHtml(rendered);
    return { html: documentPage(site, { page, heading, text: shown, ...more }), isPartial: rendered === null };
  }

  const docsDocument: PageHandler = ({ site, params }) => show(site, params['document'] ?? '');

  const docsCli: PageHandler = async ({ site }) => {
    const { url } = bundles.cli;
    return show(site, 'cli', { commandLine: { url, sha256: (await bundles.cli.read()).sha256 } });
  };

  return { docs, docsDocument, docsCli };
}

const EXAMPLE_COMMAND_LINE = 'https://catalog.example/cli/realm.tgz';
const EXAMPLE_URL = 'https://catalog.example';
/** A link to another file of the repository. */
const LINK = /\[((?:[^[\]]|\[[^\]]*\])*)\]\(((?:\.\.\/|[\w-]+\.md)[^)\s]*)\)/g;

/** Where a document is; the API has a reference instead. */
const pathsOfFiles: ReadonlyMap<string, string> = new Map([
  ...documentPages.map(({ document, path }): [string, string] => [`${document}.md`, path]),
  ['api.md', '/docs/api'],
]);

interface DocumentText {
  heading: string;
  text: string;
}

/** Only a clone has the other files, so a link to one of them is its text here. */
function documentText(markdown: string, { publicUrl, commandLine }: Site): DocumentText {
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
