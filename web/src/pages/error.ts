// The page of an error: what happened, the request id, and ways on.
import { html } from '../html.ts';
import { layout } from '../layout.ts';
import { searchForm } from '../parts/search-form.ts';
import type { Site } from '../site.ts';

export interface ErrorView {
  status: number;
  title: string;
  detail: string;
  requestId: string;
}

export function errorPage(site: Site, { status, title, detail, requestId }: ErrorView): string {
  return layout(site, {
    title,
    description: detail,
    path: '/',
    isIndexed: false,
    search: false,
    content: html`<div class="hero">
      <p class="badge number">${status}</p>
      <h1>${title}</h1>
      <p>${detail}</p>
      ${searchForm(site, '', 'main')}
      <p class="small">
        <a href="${site.basePath}/">Home</a> · <a href="${site.basePath}/realms">All realms</a> ·
        <span class="soft">Request <code>${requestId}</code></span>
      </p>
    </div>`,
  });
}
