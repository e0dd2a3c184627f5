// The thread that renders: each message is a text, and each response is its HTML, or undefined where that failed.
import { parentPort } from 'node:worker_threads';
import { codeLines } from './code.ts';
import { renderMarkdown } from './markdown.ts';
import type { RenderJob } from './renderings.ts';

/** In UTF-16 code units. Each token of source code becomes a span of forty characters, so a text may grow to many times its length. */
const MAX_HTML_LENGTH = 2 * 1_024 ** 2;

function render(job: RenderJob): string | undefined {
  try {
    const html =
      job.kind === 'code' ? codeLines(job.text, job.language).join('\n') : renderMarkdown(job.text, job.base);
    return html.length > MAX_HTML_LENGTH ? undefined : html;
  } catch {
    return undefined; // such as a text that is nested too deeply
  }
}

parentPort?.on('message', (job: RenderJob) => parentPort?.postMessage(render(job), []));
parentPort?.postMessage('ready', []); // the time limit of the first text does not include loading these files
