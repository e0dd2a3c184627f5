// Which operations of the contract a catalog lacks, by its OpenAPI document.
import { operations } from '@realm-catalog/contract/operations';

interface OpenApi {
  info: { version: string };
  paths: Record<string, Record<string, unknown>>;
}

export function missingOperations(document: unknown): { version?: string; missing: string[] } {
  if (!isOpenApi(document)) return { missing: [] };
  const paths = new Map(Object.entries(document.paths).map(([path, item]) => [pattern(path), item]));
  const missing = Object.values(operations).filter(
    ({ method, path }) => !paths.get(pattern(path))?.[method.toLowerCase()],
  );
  return { version: document.info.version, missing: missing.map(({ method, path }) => `${method} ${path}`) };
}

/** Parameters may be named otherwise, and a document may have the prefix `/api`. */
const pattern = (path: string) => path.replace(/^\/api(?=\/)/, '').replaceAll(/\{.+?\}/g, '{}');

function isOpenApi(value: unknown): value is OpenApi {
  const { info, paths } = (value ?? {}) as Partial<OpenApi>;
  return typeof info?.version === 'string' && typeof paths === 'object' && paths !== null;
}
