export { archiveOrder } from './archive-order.js';
export { chooseFiles, type ChooseOptions } from './choose-files.js';
export type { IgnoreFile } from './ignore-rules.js';
export { PackingError, type PackingFault } from './packing-error.js';
export { reasonByName } from './secret-names.js';
export { MAX_SEARCHED_BYTES, searchText, type FoundSecret } from './secret-search.js';
export { END_OF_TAR, tarHeader, tarPadding } from './tar-header.js';
export type { ChosenFile, FolderEntry, SourceFolder } from './source-folder.js';
