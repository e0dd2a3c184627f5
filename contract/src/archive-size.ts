// How large an archive may be, for the catalog that takes it and for clients, which pack by it and do not believe what a catalog says. It imports nothing, so a page loads no schema.

/** In bytes, packed: 100 MiB. */
export const MAX_ARCHIVE_BYTES = 104_857_600;
/** In bytes, all files of an archive together: 512 MiB. */
export const MAX_UNPACKED_BYTES = 536_870_912;
/** Files and listed folders. */
export const MAX_ARCHIVE_ENTRIES = 10_000;
