// What a process that renders does with each text: it responds with its HTML, or without HTML where rendering failed.
import { serveJobs } from '../concurrency/serve-jobs.ts';
import type { RenderResult } from './renderings.ts';

/** In UTF-16 code units. Each token of source code becomes a span of forty characters, so a text may grow to many times its length. */
const MAX_HTML_LENGTH = 2 * 1_024 ** 2;

export function serveRendering<Job>(render: (job: Job) => string): void {
  serveJobs((job: Job): RenderResult => {
    try {
      const html = render(job);
      return { html: html.length > MAX_HTML_LENGTH ? undefined : html };
    } catch {
      return { html: undefined }; // such as a text that is nested too deeply
    }
  });
}
