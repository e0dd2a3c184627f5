// Writes docs/images: photographs of the sample's pages in the Chromium of the browser tests. npm exec -c 'node server/sample/images.ts'
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../test/browser/browser.ts';
import { photograph } from '../test/browser/photograph.ts';

const pages = {
  home: '/',
  list: '/realms',
  realm: '/realms/team-desk',
  preview: '/realms/corner-shop/preview',
  files: '/realms/plain-service/files/1.3.0/src/main.js',
  statistics: '/stats',
};
const VIEWPORT = { width: 1_280, height: 800 };
/** Pages show it in commands. */
const PORT = '3000';
const MAX_BYTES = 150_000;
const folder = new URL('../../docs/images/', import.meta.url);

async function writeImages(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ baseURL: url, viewport: VIEWPORT, reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const [name, path] of Object.entries(pages)) {
    const response = await page.goto(path, { waitUntil: 'networkidle' });
    if (!response?.ok()) throw new Error(`${path} is ${response?.status()}`);
    if (name === 'preview') await startPreview(page);
    const file = fileURLToPath(new URL(`${name}.png`, folder));
    const bytes = await photograph(page);
    if (bytes.length > MAX_BYTES) throw new Error(`${file} has ${bytes.length} bytes, and may have ${MAX_BYTES}`);
    writeFileSync(file, bytes);
  }
}

async function startPreview(page: Page): Promise<void> {
  await page.frameLocator('iframe').getByRole('link', { name: 'Start preview' }).click();
  await page.waitForLoadState('networkidle');
}

/** The address that the sample prints when it is ready. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [, url] = /^\s*Web\s+(\S+)/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('the sample did not start');
}

const script = fileURLToPath(new URL('run.ts', import.meta.url));
const sample = spawn(process.execPath, [script, '--port', PORT], { stdio: ['ignore', 'ignore', 'pipe'] });
const ended = once(sample, 'exit');
const browser = await openBrowser();
try {
  await writeImages(browser, await addressOf(sample.stderr));
} finally {
  await browser.close();
  sample.kill('SIGINT');
  await ended;
}
