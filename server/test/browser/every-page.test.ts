// Every page in a real browser, under settings that visitors have: nothing is wrong with it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documents } from '../pages/sample-site.ts';
import { isFull } from '../support/size.ts';
import { faultsOf, usual, withoutBrowser, type Settings } from './browser.ts';
import { siteInBrowser } from './site-in-browser.ts';

const paths = [
  ...Object.values(documents),
  '/realms', // without a choice
  '/realms?q=nothing+like+this',
  '/realms?offset=20',
  '/realms/fallow', // deprecated
  '/realms/garden-2', // without an upload, and as long as names may be
  '/realms/garden-2/versions',
  '/realms/meadow/files/1.1.0/src',
  '/realms/meadow/files/1.1.0/src/data.bin',
  '/nothing-here',
  '/oauth/device',
];

const names = Object.keys(usual) as (keyof Settings)[];

/** All combinations: bit by bit. */
const all = Array.from({ length: 2 ** names.length }, (_, bits) => settingsOf(bits));

function settingsOf(bits: number): Settings {
  return Object.fromEntries(names.map((name, at) => [name, (bits & (2 ** at)) !== 0])) as unknown as Settings;
}

/** Any two values of two settings are together in one of these. Each comes with its opposite, so that a page which gets both has seen every value. */
const PAIRS = [0b000000, 0b000111, 0b011001, 0b101010, 0b110100];

function combinationsFor(at: number): Settings[] {
  const bits = PAIRS[at % PAIRS.length] ?? 0;
  return isFull ? all : [settingsOf(bits), settingsOf(~bits)];
}

test('any two values of two settings are combined', () => {
  const used = PAIRS.flatMap((bits) => [settingsOf(bits), settingsOf(~bits)]);
  for (const one of names)
    for (const other of names.filter((name) => name !== one)) {
      const seen = new Set(used.map((settings) => `${settings[one]} ${settings[other]}`));
      assert.equal(seen.size, 4, `${one} and ${other}`);
    }
  assert.ok(paths.length >= PAIRS.length);
});

describe('in a browser', { skip: withoutBrowser }, () => {
  const opened = siteInBrowser();

  for (const [at, path] of paths.entries())
    test(`nothing is wrong with ${path}`, async () => {
      for (const settings of combinationsFor(at)) {
        await using visitor = await opened.visit(settings);
        await visitor.page.goto(path, { waitUntil: 'load' });
        const faults = [...visitor.problems, ...(await faultsOf(visitor))];
        assert.deepEqual(faults, [], JSON.stringify(settings));
      }
    });
});
