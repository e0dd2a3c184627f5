// The process that renders Markdown: each message is a document, and each response is its HTML.
import { renderMarkdown } from './markdown.ts';
import { serveRendering } from './rendering-child.ts';
import type { MarkdownJob } from './renderer.ts';

serveRendering(({ text, base }: MarkdownJob) => renderMarkdown(text, base));
