export type { Part, Template, Variable } from '../../contract/templates.js';
export { Refusal } from '../refusal.js';
export { isAsked, resolveAnswers, type AnswerFault, type Answers } from './answers.js';
export { fileLines, type DigestedFile } from './file-lines.js';
export { openPaths, type FilePaths } from './globs.js';
export { MAX_TEXT_BYTES, openRendering, type RenderedFile, type Rendering, type RenderOptions } from './render.js';
export { readTemplate, requireFiles } from './template.js';
export { codeWords, defaultValue, readCode, readValue, type ValueReading } from './values.js';
