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
import { documentText } from './docs-text.ts';

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
