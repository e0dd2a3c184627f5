// The sets that a realm is in: its facets, the tokens of its texts, and the words that are kept.
import { dictionary, type Dictionary, type Held } from './dictionary.ts';
import { facets, type Facets } from './facets.ts';
import type { Findable } from './finder.ts';
import { kept, type Kept } from './kept.ts';
import { addMember, membersOf, putMembers, removeMember, type Members } from './members.ts';
import { textsIn, textsOut, type Bytes } from './pieces.ts';
import { records, thawedRecords, type Records } from './records.ts';
import { stamps } from './stamps.ts';

/** What a number in a realm's record stands for, in its two lowest bits. */
const FACET = 0;
const TOKEN = 1;
const TOKEN_OF_NAME = 2;
const KIND = 3;
const BITS = 2;
/** No record has this. */
const UNKNOWN = -1;

export interface Sets {
  facet: Facets['find'];
  /** The realms whose name, or whose texts, hold the word: those of any of these. */
  holding(word: string, rows: number): Held[];
  /** All sets there are. */
  all(): Iterable<Members>;
  prepare: Kept['prepare'];
  has(row: number): boolean;
  /** Whether it is in the very sets that it belongs to. */
  isRight(row: number, realm: Findable): boolean;
  /** Puts a realm into its sets, and takes it out of those it was in; `place` puts it into the orders between, and says how many rows there are. */
  put(row: number, realm: Findable, place: () => number): void;
  /** False if it was in none. */
  remove(row: number): boolean;
  /** Notes a realm that `fill` adds later, or again. */
  note(row: number, realm: Findable): void;
  /** It is not added. */
  strike(row: number): void;
  /** Adds the realms that were noted, in steps, and says which. */
  fill(rows: number): Generator<void, Uint32Array>;
  /** What was noted of the realms below this row. */
  freeze(rows: number): Generator<Uint8Array>;
  /** How many entries there are of each kind, and how many numbers were handed out to them. */
  readonly sizes: SetSizes;
}

export interface SetSizes {
  tokens: number;
  parts: number;
  facets: number;
  keptWords: number;
  tokenNumbers: number;
  facetNumbers: number;
}

export function sets(written = records(), common = facets(), words = dictionary()): Sets {
  const together = kept(words);
  const seen = stamps();
  /** The records that are being looked at: what a realm has now, and what it had. */
  const record: number[] = [];
  const former: number[] = [];

  /** Puts the numbers of a realm's facets and tokens into `record`. */
  function readRealm(realm: Findable, unknown: 'add' | 'skip') {
    record.length = 0;
    seen.clear();
    const seeToken = (token: number, kind: number) => {
      if (token < 0 || seen.first(token)) record.push(entryOf(token, kind));
    };
    common.eachOf(realm, (facet) => record.push(entryOf(facet, FACET)), unknown);
    words.eachIn(realm.nameFolded, (token) => seeToken(token, TOKEN_OF_NAME), unknown);
    words.eachIn(realm.descriptionFolded, (token) => seeToken(token, TOKEN), unknown);
  }

  /** A facet or token is there as long as a record has its number. */
  function hold(entries: number[]) {
    for (const entry of entries) {
      if ((entry & KIND) === FACET) common.hold(entry >>> BITS);
      else words.hold(entry >>> BITS);
    }
  }
  function release(entries: number[]) {
    for (const entry of entries) {
      if ((entry & KIND) === FACET) common.release(entry >>> BITS);
      else words.release(entry >>> BITS);
    }
  }

  /** The facets and tokens of a record. */
  function eachNamed(entries: number[], see: (set: Members) => void) {
    for (const entry of entries) {
      const [kind, number] = [entry & KIND, entry >>> BITS];
      const set = kind === FACET ? common.sets[number] : words.held[number]?.anywhere;
      if (set) see(set);
      const inName = kind === TOKEN_OF_NAME && words.held[number]?.inName;
      if (inName) see(inName);
    }
  }

  /** All sets of a record. */
  function eachSet(entries: number[], see: (set: Members) => void) {
    const tokensOf = (...kinds: number[]) =>
      entries
        .filter((entry) => kinds.includes(entry & KIND))
        .map((entry) => words.tokens[entry >>> BITS])
        .join(' ');
    eachNamed(entries, see);
    together.eachIn(tokensOf(TOKEN_OF_NAME), tokensOf(TOKEN_OF_NAME, TOKEN), see);
  }

  function* all(): Generator<Members> {
    for (const set of common.sets) if (set) yield set;
    for (const its of words.held) if (its) yield* [its.anywhere, its.inName];
    for (const { anywhere, inName } of together.all()) yield* [anywhere, inName];
  }

  return {
    all,
    facet: (kind, value) => common.find(kind, value),
    holding: (word, rows) => together.together(word, rows),
    prepare: (rows) => together.prepare(rows),
    has: (row) => written.has(row),
    isRight(row, realm) {
      readRealm(realm, 'skip');
      return written.isSame(row, record);
    },
    put(row, realm, place) {
      written.read(row, former);
      eachSet(former, (set) => removeMember(set, row));
      readRealm(realm, 'add');
      hold(record); // before the former ones go: what is in both stays
      const rows = place();
      written.write(row, record);
      eachSet(record, (set) => addMember(set, row, rows));
      release(former);
      together.dropEmpty();
    },
    remove(row) {
      if (!written.read(row, former)) return false;
      eachSet(former, (set) => removeMember(set, row));
      written.erase(row);
      release(former);
      together.dropEmpty();
      return true;
    },
    note(row, realm) {
      written.read(row, former);
      readRealm(realm, 'add');
      hold(record);
      written.write(row, record);
      release(former);
    },
    strike(row) {
      written.read(row, former);
      written.erase(row);
      release(former);
    },
    *fill(rows) {
      yield* filled(written, [common.sets, words.held], rows);
      const listed = common.find('listed');
      return listed ? membersOf(listed) : new Uint32Array(0);
    },
    *freeze(rows) {
      yield* written.freeze(rows);
      // After the records, so that everything they name is there; or else the realm has changed, and is noted again. Each as
      // of one moment, so that no text has two numbers.
      yield* textsOut([...common.names], common.names.length);
      yield* textsOut([...words.tokens], words.tokens.length);
    },
    get sizes() {
      const { tokens, parts, numbers: tokenNumbers } = words.sizes;
      const { facets, numbers: facetNumbers } = common.sizes;
      return { tokens, parts, facets, keptWords: together.size, tokenNumbers, facetNumbers };
    },
  };
}

function entryOf(number: number, kind: number): number {
  return number < 0 ? UNKNOWN : (number << BITS) | kind;
}

/** Puts the realms into the empty sets that their records name. */
function* filled(
  written: Records,
  [common, held]: [Facets['sets'], Dictionary['held']],
  rows: number,
): Generator<void> {
  const sets = [common, held.map((its) => its?.anywhere), held.map((its) => its?.inName)].flat();
  // Where in a row of all sets those of tokens begin, and those of tokens in names.
  const [anywhere, inName] = [common.length, common.length + held.length];
  const sizes = new Uint32Array(sets.length);
  // Two loops over the same, so that each is made for what it does.
  yield* written.each(rows, (_, page, from, to) => {
    for (let at = from; at < to; at += 1) {
      const entry = page[at] ?? 0;
      const [kind, number] = [entry & KIND, entry >>> BITS];
      const place = kind === FACET ? number : anywhere + number;
      sizes[place] = (sizes[place] ?? 0) + 1;
      if (kind === TOKEN_OF_NAME) sizes[inName + number] = (sizes[inName + number] ?? 0) + 1;
    }
  });
  const put = putMembers(sets, sizes, rows);
  yield* written.each(rows, (row, page, from, to) => {
    for (let at = from; at < to; at += 1) {
      const entry = page[at] ?? 0;
      const [kind, number] = [entry & KIND, entry >>> BITS];
      put.append(kind === FACET ? number : anywhere + number, row);
      if (kind === TOKEN_OF_NAME) put.append(inName + number, row);
    }
  });
  yield* put.finish();
}

/** `isRow` says which rows realms have. */
export function* thawedSets(bytes: Bytes, rows: number, isRow: (row: number) => boolean): Generator<void, Sets> {
  const written = yield* thawedRecords(bytes, rows);
  for (let row = 0; row < rows; row += 1) if (!isRow(row)) written.erase(row);
  const [names, tokens] = [yield* textsIn(bytes), yield* textsIn(bytes)];
  const [ofNames, ofTokens] = [new Uint32Array(names.length), new Uint32Array(tokens.length)];
  yield* written.each(rows, (_, page, from, to) => {
    for (let at = from; at < to; at += 1) {
      const entry = page[at] ?? 0;
      const counts = (entry & KIND) === FACET ? ofNames : ofTokens;
      if (entry >>> BITS >= counts.length) throw new RangeError('a record names what is not there');
      counts[entry >>> BITS] = (counts[entry >>> BITS] ?? 0) + 1;
    }
  });
  return sets(written, facets(names, ofNames), dictionary(tokens, ofTokens));
}
