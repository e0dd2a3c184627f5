// A real browser for tests: Chromium, and what is wrong with a page that it shows.
import { isNodeAlone, LEFT_TO_TEST_ALL } from '../support/node-alone.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core';
import { findBrowser } from '../support/servers/debian.ts';

/** Why tests in a browser are skipped, or false. */
export const withoutBrowser = isNodeAlone
  ? LEFT_TO_TEST_ALL
  : findBrowser()
    ? false
    : "no such Chromium is on the PATH, or to be had from Debian's packages";

export async function openBrowser(args: string[] = []): Promise<Browser> {
  const found = findBrowser();
  if (!found) throw new Error(String(withoutBrowser));
  const env = Object.entries(found.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return chromium.launch({ executablePath: found.path, args, env: Object.fromEntries(env) });
}

export interface Settings {
  hasScript: boolean;
  isDark: boolean;
  isNarrow: boolean;
  hasForcedColors: boolean;
  hasReducedMotion: boolean;
  /** At 200 %, as many CSS pixels as half the width; not fewer than 320, which is what WCAG asks for. */
  isZoomed: boolean;
}

/** A window of a visitor, and everything that went wrong in it. */
export interface Visit extends AsyncDisposable {
  page: Page;
  problems: string[];
  hasScript: boolean;
  /** For what Playwright cannot set. */
  session: CDPSession;
}

const WIDE_PX = 1_280;
const NARROW_PX = 320;

export const usual: Settings = {
  hasScript: true,
  isDark: false,
  isNarrow: false,
  hasForcedColors: false,
  hasReducedMotion: true,
  isZoomed: false,
};

export async function visit(browser: Browser, baseURL: string, settings: Partial<Settings> = {}): Promise<Visit> {
  const { hasScript, isDark, isNarrow, hasForcedColors, hasReducedMotion, isZoomed } = { ...usual, ...settings };
  const width = isNarrow ? NARROW_PX : isZoomed ? WIDE_PX / 2 : WIDE_PX;
  const context = await browser.newContext({
    baseURL,
    colorScheme: isDark ? 'dark' : 'light',
    forcedColors: hasForcedColors ? 'active' : 'none',
    reducedMotion: hasReducedMotion ? 'reduce' : 'no-preference',
    viewport: { width, height: isZoomed ? 450 : 900 },
    deviceScaleFactor: isZoomed ? 2 : 1,
  });
  const problems = watch(context, baseURL);
  await context.addInitScript(inPage);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await switchScripts(session, hasScript);
  return { page, problems, hasScript, session, [Symbol.asyncDispose]: () => context.close() };
}

async function switchScripts(session: CDPSession, isOn: boolean): Promise<void> {
  await session.send('Emulation.setScriptExecutionDisabled', { value: !isOn });
}

/** Opens one page after another in a window, each as if it were the first: nothing is cached, and no problem is known. */
export async function openPage({ page, problems, hasScript, session }: Visit, path: string): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await switchScripts(session, hasScript);
  problems.length = 0;
  await page.goto(path, { waitUntil: 'load' });
}

/** Console messages, among them what the CSP refused, errors, dialogs, and requests that fail or leave the catalog. */
function watch(context: BrowserContext, baseURL: string): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    const isOfDocument = message.location().url === message.page()?.url(); // the browser reports the status of an error page
    if (!isOfDocument || !message.text().startsWith('Failed to load resource'))
      problems.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => problems.push(`error: ${error.error().message}`));
  context.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(`${baseURL}/`))
      problems.push(`foreign request: ${request.url()}`);
  });
  return problems;
}

/** What is wrong with the page as it stands, besides what was noticed while it loaded. */
export async function faultsOf({ page, hasScript, session }: Visit): Promise<string[]> {
  await switchScripts(session, true); // the page has loaded without scripts; what looks for faults is one
  if (!hasScript) await page.evaluate(inPage);
  const faults = await page.evaluate<string[]>('inPage.layoutFaults()');
  if (hasScript) faults.push(...(await page.evaluate<string[]>('inPage.recordedFaults()')));
  return [...faults, ...(await axeViolations(page))];
}

/** In a block, since a page may be given it twice. */
const inPage = `{${readFileSync(new URL('in-page.js', import.meta.url), 'utf8')}}`;

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Less than half as long as `axe.source`: each document compiles it anew. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<{ violations: Violation[] }>("axe.run({ resultTypes: ['violations'] })");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `axe ${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
