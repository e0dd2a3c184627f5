// Takes the screenshots of every starter in Chromium, and saves the pages that some of them bring as a live preview.
// After a change of how a starter looks: npm exec -c 'node starters/test/pictures.ts', or with the names of some.

import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../server/test/browser/browser.ts';
import { photograph } from '../../server/test/browser/photograph.ts';
import { savePages } from './preview-pages.ts';
import { copyStarter, serve, startWords } from './running.ts';
import { scenes, token } from './scenes.ts';

const startersFolder = join(import.meta.dirname, '..');
const MAX_BYTES = 60_000;

async function takePictures(browser: Browser, slug: string): Promise<void> {
  const copy = copyStarter(slug);
  const { command, args } = startWords(copy);
  // The command-line tool has nothing that listens.
  const server = slug === 'cli-tool' ? undefined : await serve(copy, command, args, { API_TOKEN: token });
  const address = server?.address ?? 'http://127.0.0.1';
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1_280, height: 800 } });
  const page = await context.newPage();
  try {
    await scenes[slug]?.({
      page,
      starter: { ...copy, address },
      shoot: async (name) => {
        await page.waitForLoadState('load');
        write(slug, `screenshots/${name}.png`, await photograph(page));
      },
      save: async (paths) => {
        rmSync(join(startersFolder, slug, 'preview'), { recursive: true, force: true });
        for (const [file, content] of await savePages(context.request, paths)) write(slug, `preview/${file}`, content);
      },
    });
  } finally {
    await context.close();
    await server?.stop();
    copy.remove();
  }
}

function write(slug: string, path: string, content: string | Buffer): void {
  const file = join(startersFolder, slug, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  const { size } = statSync(file);
  if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes, and may have ${MAX_BYTES}`);
}

const wanted = process.argv.slice(2);
const browser = await openBrowser();
try {
  for (const slug of wanted.length > 0 ? wanted : Object.keys(scenes)) await takePictures(browser, slug);
} finally {
  await browser.close();
}
