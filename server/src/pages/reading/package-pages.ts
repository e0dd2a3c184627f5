// The clients of Python and Go as this catalog serves them: a wheel with an index for pip, and what the go command asks a proxy of modules for.
import { basename } from 'node:path';
import type { Bundle, Bundles } from '../../bundles/bundles.ts';
import { readGoModule } from '../../bundles/language-sources.ts';
import { cacheable } from '../../http/caching.ts';
import { problem } from '../../http/problem.ts';
import { cacheableResponse } from '../../http/response.ts';
import type { PageFile, PageHandler } from '../page.ts';

/** Another content has another address. */
const CONTROL = 'public, max-age=31536000, immutable';
const ZIP = { 'content-type': 'application/zip' };
const PROJECT = 'realm-catalog';

export function createPackagePages({ bundles }: { bundles: Pick<Bundles, 'python' | 'go'> }) {
  return { ...pythonPages(bundles.python), ...goPages(bundles.go) };
}

function pythonPages(python: Bundle) {
  const file = basename(python.path);

  /** The wheel of another version leads to the present one, as with the other packages. */
  const wheel: PageHandler = async ({ params: { file: asked = '' } }) => {
    if (asked === file) return cacheableResponse(cacheable((await python.read()).bytes), ZIP, CONTROL);
    if (/^realm_catalog-.*\.whl$/.test(asked)) return { location: python.url };
    throw problem('not_found', 'There is no package at this address.');
  };

  /** https://packaging.python.org/en/latest/specifications/simple-repository-api/ */
  const wheelIndex: PageHandler = async ({ params }) => {
    if (params['project'] !== PROJECT) throw problem('not_found', `The one project here is ${PROJECT}.`);
    const { sha256 } = await python.read();
    const link = `<a href="${python.url}#sha256=${sha256}">${file}</a>`;
    return fileOf(`<!doctype html>\n<html lang="en">\n<title>${PROJECT}</title>\n${link}\n</html>\n`, 'text/html');
  };
  return { wheel, wheelIndex };
}

/** https://go.dev/ref/mod#goproxy-protocol. A version never changes there, so another version than the present one is not found. */
function goPages(go: Bundle) {
  const { version } = go;
  const info = fileOf(JSON.stringify({ Version: version }), 'application/json');

  const goVersion: PageHandler = async ({ params: { file = '' } }) => {
    if (file === `${version}.info`) return info;
    if (file === `${version}.mod`) return fileOf(String(await readGoModule()));
    if (file === `${version}.zip`) return cacheableResponse(cacheable((await go.read()).bytes), ZIP, CONTROL);
    throw problem('not_found', `The one version here is ${version}.`);
  };
  const goVersions: PageHandler = async () => fileOf(`${version}\n`);
  const goLatest: PageHandler = async () => info;
  return { goVersions, goVersion, goLatest };
}

const fileOf = (text: string, type = 'text/plain'): PageFile => ({
  bytes: Buffer.from(text),
  mediaType: `${type}; charset=utf-8`,
});
