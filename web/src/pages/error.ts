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

export function errorPage(site: Site, { status, title: general, detail, requestId }: ErrorView): string {
  const title = status === 404 ? 'There is nothing here' : general;
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
      <p><a href="${site.basePath}/">Home</a> · <a href="${site.basePath}/realms">All realms</a></p>
      <p class="small">Request <code>${requestId}</code></p>
    </div>`,
  });
}
