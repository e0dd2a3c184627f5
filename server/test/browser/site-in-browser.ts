// The sample site and a browser, for the tests of one suite.
import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { openSampleSite, type SampleSite } from '../pages/sample-site.ts';
import { openBrowser, visit, withoutBrowser, type Settings, type Visit } from './browser.ts';

interface SiteInBrowser {
  site: SampleSite;
  browser: Browser;
  visit(settings?: Partial<Settings>): Promise<Visit>;
}

/** Opens both before the tests of the suite, and closes them after these. Without a browser the tests must be skipped. */
export function siteInBrowser(): SiteInBrowser {
  const opened = {
    visit: (settings) => visit(opened.browser, opened.site.catalog.url, settings),
  } as SiteInBrowser;
  if (withoutBrowser) return opened;
  before(async () => {
    [opened.site, opened.browser] = await Promise.all([openSampleSite(), openBrowser()]);
  });
  after(async () => {
    await opened.browser.close();
    await opened.site[Symbol.asyncDispose]();
  });
  return opened;
}
