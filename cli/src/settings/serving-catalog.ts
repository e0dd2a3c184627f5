// The catalog that serves this program, if one does: it bundles the program with its own address and that of the tarball (`server/src/bundles/`).

declare const CATALOG_URL: string;
declare const TARBALL_URL: string;

export const servedBy =
  typeof CATALOG_URL === 'string' && typeof TARBALL_URL === 'string'
    ? { catalog: CATALOG_URL, tarball: TARBALL_URL }
    : undefined;

/** Where `npm start` listens. */
const LOCAL_REGISTRY = 'http://127.0.0.1:3000';
export const DEFAULT_REGISTRY = servedBy?.catalog ?? LOCAL_REGISTRY;
