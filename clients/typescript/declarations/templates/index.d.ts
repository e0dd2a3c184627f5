import { type DigestedFile } from '../archive/templates/index.js';
export * from '../archive/templates/index.js';
/** The `filesSha256` of a version with these files, in hexadecimal: the same for the same files, however they are packed. */
export declare function filesSha256(files: readonly DigestedFile[]): Promise<string>;
