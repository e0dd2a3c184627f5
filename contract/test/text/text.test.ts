// Text from outside: its runs of combining marks are bounded, then it is in NFC, and neither takes longer than the text is.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '../../../server/test/support/fixed-seed.ts';
import { anyCharacter } from '../../../server/test/support/any-text.ts';
import { cleanLongText, cleanText, MAX_NON_STARTERS } from '@realm-catalog/contract/text';

const isNonStarter = (character: string) =>
  `\u{345}${character}\u{334}`.normalize('NFD') !== `\u{345}${character}\u{334}`;

/** The longest run of non-starters in the NFKD of a text, as the Stream-Safe Text Format counts it. */
function longestRun(text: string): number {
  let [run, longest] = [0, 0];
  for (const character of text.normalize('NFKD')) {
    run = isNonStarter(character) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

const startersOf = (text: string) => Array.from(text.normalize('NFKD')).filter((part) => !isNonStarter(part));
const isBlank = (text: string) => text.trim() === '';

const everyCharacter = () =>
  Array.from({ length: 0x110000 }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point));

/** Marks of many classes, those that become two, letters that end in marks, and starters that combine with what is before them. */
const odd = fc.constantFrom(
  ...Array.from(
    '\u{300}\u{301}\u{315}\u{316}\u{31b}\u{334}\u{344}\u{345}\u{f71}\u{f73}\u{f77}\u{f81}\u{3099}\u{ff9e}\u{ff9f}\u{1d165}\u{1d16e}' +
      'a \n\u{e9}\u{1f82}\u{b4}\u{fdfa}\u{fb2c}\u{1d15e}\u{2f9a7}\u{212b}\u{ac00}\u{1100}\u{1161}\u{11a8}\u{9be}\u{9c7}\u{9d7}\u{fe0f}\u{200d}' +
      '\u{1611e}\u{16121}\u{16126}\u{16129}\u{113c2}\u{113c5}\u{113c8}\u{16d63}\u{16d67}\u{16d6a}\u{102e}\u{dcf}',
  ),
);
const run = fc.tuple(odd, fc.integer({ min: 1, max: 40 })).map(([character, times]) => character.repeat(times));
const texts = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 80 }),
  fc.array(odd, { maxLength: 80 }).map((parts) => parts.join('')),
  fc.array(fc.oneof(run, odd), { maxLength: 60 }).map((parts) => parts.join('')),
);
const check = { seed: 15, numRuns: 2_000 };

describe('any text', () => {
  test('is accepted if, and only if, no run has more than 30 non-starters', () => {
    fc.assert(
      fc.property(texts, (text) => assert.equal(cleanText(text) !== undefined, longestRun(text) <= MAX_NON_STARTERS)),
      check,
    );
  });

  test('that is accepted becomes its NFC, and nothing else', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const expected = longestRun(text) <= MAX_NON_STARTERS ? text.normalize('NFC') : undefined;
        assert.equal(cleanText(text), expected);
        if (expected !== undefined) assert.equal(cleanLongText(text), expected);
      }),
      check,
    );
  });

  test('that is long loses its surplus marks alone, is in NFC and within the bound, and is not changed again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const cleaned = cleanLongText(text);
        assert.ok(longestRun(cleaned) <= MAX_NON_STARTERS);
        assert.equal(cleaned, cleaned.normalize('NFC'));
        assert.equal(cleanLongText(cleaned), cleaned);
        assert.equal(cleanText(cleaned), cleaned);
        assert.deepEqual(startersOf(cleaned), startersOf(text));
      }),
      check,
    );
  });
});

describe('each character of Unicode', () => {
  test('counts as what its NFKD ends with, alone and before marks', () => {
    const wrong = everyCharacter().filter((character) => {
      const parts = character.normalize('NFKD');
      if (!/\p{M}/u.test(parts)) return Array.from(parts).some(isNonStarter);
      const before = longestRun(`${character}${'\u{301}'.repeat(27)}`);
      const text = `${character}${'\u{301}'.repeat(27 + MAX_NON_STARTERS - before)}`;
      return cleanText(text) === undefined || cleanText(`${text}\u{301}`) !== undefined;
    });
    assert.deepEqual(wrong, []);
  });

  test('has at most eight UTF-16 units for each character of its NFC, so that what is longer is too long in any form', () => {
    const most = everyCharacter().map((character) => character.normalize('NFD').length);
    assert.ok(most.reduce((one, other) => Math.max(one, other)) <= 8);
  });

  test('is a blank in NFC exactly where it was one before', () => {
    const wrong = everyCharacter().filter((one) => isBlank(one) !== isBlank(one.normalize('NFC')));
    assert.deepEqual(wrong, []);
  });
});

describe('text of every language', () => {
  for (const [language, text] of Object.entries({
    Vietnamese: 'Tiê\u{301}ng Việt, Nguyễn',
    Hindi: 'क्षत्रिय, द्वितीय',
    Tibetan: 'བཀྲ་ཤིས་བདེ་ལེགས། ཧཱུྃ',
    Thai: 'ภาษาไทย น้ำ ก็',
    Hebrew: 'בְּרֵאשִׁית בָּרָא אֱלֹהִים',
    Arabic: 'بِسْمِ ٱللَّٰهِ ٱلرَّحْمَٰنِ',
    Korean: '한국어 \u{1112}\u{1161}\u{11ab}',
    Burmese: 'မြန်မာဘာသာ',
    emoji: '👩🏽‍🚀 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} ❤\u{fe0f}',
    'decorated text': `Z${'\u{351}\u{35b}\u{33d}\u{316}\u{323}'.repeat(6)}algo`,
  }))
    test(`is kept: ${language}`, () => assert.equal(cleanText(text), text.normalize('NFC')));
});

test('a megabyte of the worst, and more, is cleaned', () => {
  // Without bounds each takes many minutes: long runs of marks, and starters that combine with each other.
  const marks = cleanLongText(`a${'\u{344}'.repeat(250_000)}${'\u{316}'.repeat(250_000)}b`);
  assert.deepEqual([longestRun(marks), marks.endsWith('b')], [MAX_NON_STARTERS, true]);
  const starters = cleanText('\u{16126}'.repeat(1_000_000));
  assert.equal(starters, '\u{16126}'.repeat(1_000_000));
});
