// What a process that renders does with each message: it responds with the HTML of a text, or without HTML where rendering failed.
import type { RenderResult } from './renderings.ts';

/** In UTF-16 code units. Each token of source code becomes a span of forty characters, so a text may grow to many times its length. */
const MAX_HTML_LENGTH = 2 * 1_024 ** 2;

export function serveRendering<Job>(render: (job: Job) => string): void {
  function respond(job: Job): RenderResult {
    try {
      const html = render(job);
      return { html: html.length > MAX_HTML_LENGTH ? undefined : html };
    } catch {
      return { html: undefined }; // such as a text that is nested too deeply
    }
  }
  process.on('message', (job: Job) => process.send?.(respond(job)));
  process.once('disconnect', () => process.exit(1)); // the server has ended, even if it was killed
  process.send?.('ready'); // the time limit of the first text does not include loading these files
}
