// Saves pages of a running starter as files that need no server: their addresses are relative, and a form leads to the page of its address.

import type { APIRequestContext } from 'playwright-core';

const script = `// There is no server behind a preview: a form leads to the page that stands for its answer.
document.addEventListener('submit', (event) => {
  event.preventDefault();
  location.href = event.target.getAttribute('action');
});
`;

// The files by their path below the folder of the preview: these pages, and the styles and pictures that they name.
export async function savePages(request: APIRequestContext, paths: string[]): Promise<Map<string, string | Buffer>> {
  const files = new Map<string, string | Buffer>([['preview.js', script]]);
  const assets = new Set<string>();
  for (const path of paths) {
    const page = await (await request.get(path)).text();
    for (const [, asset = ''] of page.matchAll(/(?:src|href)="(\/[^"]+\.(?:css|svg|png))"/g)) assets.add(asset);
    files.set(fileOf(path), toRelative(page, path, paths));
  }
  for (const asset of assets) files.set(asset.slice(1), await (await request.get(asset)).body());
  return files;
}

// An address that is no page of the preview leads to its beginning.
function toRelative(page: string, path: string, paths: string[]): string {
  const up = '../'.repeat(fileOf(path).split('/').length - 1);
  return page
    .replaceAll(/ (href|src|action)="\/([^"]*)"/g, (_, name: string, rest: string) => {
      const isAsset = /\.(?:css|svg|png)$/.test(rest);
      const target = isAsset ? rest : fileOf(paths.includes(`/${rest}`) ? `/${rest}` : '/');
      return ` ${name}="${up}${target}"`;
    })
    .replaceAll(/ name="token" value="[^"]*"/g, ' name="token" value=""')
    .replace('</head>', `<script type="module" src="${up}preview.js"></script>\n</head>`);
}

function fileOf(path: string): string {
  const plain = path.replaceAll(/^\/|\/$/g, '');
  return plain === '' ? 'index.html' : `${plain}/index.html`;
}
