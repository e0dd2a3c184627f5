// The process that highlights source code: each message is a file, and each response is its lines as HTML.
import { codeLines } from './code.ts';
import { serveRendering } from './rendering-child.ts';
import type { CodeJob } from './renderer.ts';

codeLines('', 'javascript'); // loads the languages, so that the first file need not
serveRendering(({ text, language }: CodeJob) => codeLines(text, language).join('\n'));
