// What belongs into the archive of a folder, and what must not: for programs on Node and in browsers.
export { archiveOrder } from './archive-order.ts';
export { chooseFiles, type ChooseOptions } from './choose-files.ts';
export type { IgnoreFile } from './ignore-rules.ts';
export { PackingError, type PackingFault } from './packing-error.ts';
export { reasonByName } from './secret-names.ts';
export { MAX_SEARCHED_BYTES, searchText, type FoundSecret } from './secret-search.ts';
export { END_OF_TAR, tarHeader, tarPadding } from './tar-header.ts';
export type { ChosenFile, FolderEntry, SourceFolder } from './source-folder.ts';
