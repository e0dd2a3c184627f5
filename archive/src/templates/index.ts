// What realms ask of those who take them, and the projects that answers make of them. It runs in browsers, too: nothing here reads or writes a file.
export type { Part, Template, Variable } from '@realm-catalog/contract/templates';
export { Refusal } from '../refusal.ts';
export { isAsked, resolveAnswers, type AnswerFault, type Answers } from './answers.ts';
export { fileLines, type DigestedFile } from './file-lines.ts';
export { openPaths, type FilePaths } from './globs.ts';
export { MAX_TEXT_BYTES, openRendering, type RenderedFile, type Rendering, type RenderOptions } from './render.ts';
export { readTemplate, requireFiles } from './template.ts';
export { codeWords, defaultValue, readCode, readValue, type ValueReading } from './values.ts';
