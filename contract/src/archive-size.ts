// How large an archive may be, for the catalog that takes it and for clients, which do not believe what a catalog says. It imports nothing, so a page loads no schema.

/** In bytes, packed: 100 MiB. */
export const MAX_ARCHIVE_BYTES = 104_857_600;
