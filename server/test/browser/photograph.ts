// Takes pictures of pages for the repository: with a palette, a PNG has less than half as many bytes.
import type { Page } from 'playwright-core';
import sharp from 'sharp';

export async function photograph(page: Page): Promise<Buffer> {
  return sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toBuffer();
}
