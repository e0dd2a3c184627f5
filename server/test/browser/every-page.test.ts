// Every page in a real browser, under settings that visitors have: nothing is wrong with it.
// Needs: Debian packages
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documents } from '../pages/sample-site.ts';
import { isFull } from '../support/size.ts';
import { faultsOf, openPage, usual, withoutBrowser, type Settings } from './browser.ts';
import { siteInBrowser } from './site-in-browser.ts';

const paths = [
  ...Object.values(documents),
  '/realms', // without a choice
  '/realms?q=nothing+like+this',
  '/realms?offset=20',
  '/realms?view=rows&more=tags',
  '/realms/garden-5', // a picture of its README is the cover
  '/realms/fallow', // deprecated
  '/realms/garden-2', // without an upload, and as long as names may be
  '/realms/garden-2/versions',
  '/realms/meadow/stats?by=day&version=1.1.0',
  '/realms/meadow/files/1.1.0/src',
  '/realms/meadow/files/1.1.0/docs/guide.md', // as it looks
  '/realms/meadow/files/1.1.0/docs/guide.md?view=source',
  '/realms/meadow/files/1.1.0/docs/drawing.svg',
  '/realms/fallow/versions/1.0.0', // yanked
  '/realms/meadow/files/1.1.0/src/data.bin',
  '/nothing-here',
  '/oauth/device',
  '/sign-in',
  '/sign-up',
  '/sign-out',
];

const names = Object.keys(usual) as (keyof Settings)[];

/** All combinations: bit by bit. */
const all = Array.from({ length: 2 ** names.length }, (_, bits) => settingsOf(bits));

function settingsOf(bits: number): Settings {
  return Object.fromEntries(names.map((name, at) => [name, (bits & (2 ** at)) !== 0])) as unknown as Settings;
}

/** Any two values of two settings are together in one of these. */
const PAIRS = [0b000000, 0b000111, 0b011001, 0b101010, 0b110100];
/** Each with its opposite, so that a page which is seen under both has seen every value. */
const opposites = PAIRS.map((bits) => [settingsOf(bits), settingsOf(~bits)]);

/** What each visitor has set, and the pages that they see. */
const visits: [Settings, string[]][] = isFull
  ? all.map((settings) => [settings, paths])
  : opposites.flatMap((both, pair) => {
      const seen = paths.filter((_, at) => at % PAIRS.length === pair);
      return both.map((settings): [Settings, string[]] => [settings, seen]);
    });

test('any two values of two settings are combined, and every page is seen under all values', () => {
  for (const one of names) {
    for (const other of names.filter((name) => name !== one)) {
      const seen = new Set(visits.map(([settings]) => `${settings[one]} ${settings[other]}`));
      assert.equal(seen.size, 4, `${one} and ${other}`);
    }
    for (const path of paths) {
      const seen = new Set(visits.filter(([, pages]) => pages.includes(path)).map(([settings]) => settings[one]));
      assert.equal(seen.size, 2, `${path}: ${one}`);
    }
  }
});

describe('in a browser', { skip: withoutBrowser }, () => {
  const opened = siteInBrowser();

  for (const [settings, pages] of visits)
    test(`nothing is wrong with the pages of a visitor with ${namesOf(settings)}`, async () => {
      await using visitor = await opened.visit(settings);
      const faults: string[] = [];
      for (const path of pages) {
        await openPage(visitor, path);
        faults.push(...[...visitor.problems, ...(await faultsOf(visitor))].map((fault) => `${path}: ${fault}`));
      }
      assert.deepEqual(faults, []);
    });
});

function namesOf(settings: Settings): string {
  return names.filter((name) => settings[name]).join(', ') || 'no setting';
}
