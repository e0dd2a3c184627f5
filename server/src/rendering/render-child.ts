// The process that renders: each message is a text, and each response is its HTML.
import { codeLines } from './code.ts';
import { renderMarkdown } from './markdown.ts';
import type { RenderJob, RenderResult } from './renderings.ts';

/** In UTF-16 code units. Each token of source code becomes a span of forty characters, so a text may grow to many times its length. */
const MAX_HTML_LENGTH = 2 * 1_024 ** 2;

function render(job: RenderJob): RenderResult {
  try {
    const html =
      job.kind === 'code' ? codeLines(job.text, job.language).join('\n') : renderMarkdown(job.text, job.base);
    return { html: html.length > MAX_HTML_LENGTH ? undefined : html };
  } catch {
    return { html: undefined }; // such as a text that is nested too deeply
  }
}

process.on('message', (job: RenderJob) => process.send?.(render(job)));
process.once('disconnect', () => process.exit(1)); // the server has ended, even if it was killed
process.send?.('ready'); // the time limit of the first text does not include loading these files
