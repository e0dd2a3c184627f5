// The sets that a realm is in: its facets, the tokens of its texts, and the words that are kept.
import { dictionary, type Held } from './dictionary.ts';
import { facets, type Facets } from './facets.ts';
import type { Findable } from './finder.ts';
import { kept, type Kept } from './kept.ts';
import { addMember, appendMember, membersOf, removeMember, reserve, type Members } from './members.ts';
import { records } from './records.ts';
import { stamps } from './stamps.ts';

/** What a number in a realm's record stands for, in its two lowest bits. */
const FACET = 0;
const TOKEN = 1;
const TOKEN_OF_NAME = 2;
/** How many realms a step of filling takes. */
const STEP = 4_096;

export interface Sets {
  facet: Facets['find'];
  /** The realms whose name, or whose texts, hold the word: those of any of these. */
  holding(word: string, rows: number): Held[];
  /** All sets there are. */
  all(): Iterable<Members>;
  prepare: Kept['prepare'];
  has(seq: number): boolean;
  add(realm: Findable, rows: number): void;
  /** False if it was in none. */
  remove(seq: number): boolean;
  /** Notes a realm that `fill` adds later. */
  note(realm: Findable): void;
  /** Adds the realms that were noted, in steps, and says which. */
  fill(rows: number): Generator<void, Uint32Array>;
}

export function sets(): Sets {
  const common = facets();
  const words = dictionary();
  const together = kept(words);
  const written = records();
  const seen = stamps();

  /** The one that is being looked at. */
  const record: number[] = [];

  function note(realm: Findable) {
    record.length = 0;
    common.eachOf(realm, (facet) => record.push((facet << 2) | FACET));
    seen.clear();
    words.eachIn(realm.nameFolded, (token) => {
      if (seen.first(token)) record.push((token << 2) | TOKEN_OF_NAME);
    });
    words.eachIn(realm.descriptionFolded, (token) => {
      if (seen.first(token)) record.push((token << 2) | TOKEN);
    });
    written.write(realm.seq, record);
  }

  /** The facets and tokens of the record. */
  function eachNamed(see: (set: Members) => void) {
    for (let at = 0; at < record.length; at += 1) {
      const entry = record[at] ?? 0;
      const [kind, number] = [entry & 3, entry >>> 2];
      const set = kind === FACET ? common.sets[number] : words.held[number]?.anywhere;
      if (set) see(set);
      const inName = kind === TOKEN_OF_NAME && words.held[number]?.inName;
      if (inName) see(inName);
    }
  }

  /** The tokens of these kinds in the record. */
  function tokensOf(...kinds: number[]): string {
    const named = record.filter((entry) => kinds.includes(entry & 3));
    return named.map((entry) => words.tokens[entry >>> 2]).join(' ');
  }

  /** All sets of the record. */
  function eachSet(see: (set: Members) => void) {
    eachNamed(see);
    together.eachIn(tokensOf(TOKEN_OF_NAME), tokensOf(TOKEN_OF_NAME, TOKEN), see);
  }

  function* all(): Generator<Members> {
    yield* common.sets;
    for (const { anywhere, inName } of [...words.held, ...together.all()]) yield* [anywhere, inName];
  }

  return {
    all,
    facet: (kind, value) => common.find(kind, value),
    holding: (word, rows) => together.together(word, rows),
    prepare: (rows) => together.prepare(rows),
    has: (seq) => written.has(seq),
    add(realm, rows) {
      note(realm);
      eachSet((set) => addMember(set, realm.seq, rows));
    },
    remove(seq) {
      if (!written.read(seq, record)) return false;
      eachSet((set) => removeMember(set, seq));
      written.erase(seq);
      return true;
    },
    note,
    *fill(rows) {
      // With their sizes known, sets need not grow, which is most of the time that adding one by one would take.
      const sizes = [common.sets, words.held, words.held].map(({ length }) => new Uint32Array(length));
      const [facets, anywhere, inName] = sizes as [Uint32Array, Uint32Array, Uint32Array];
      for (let seq = 0; seq < rows; seq += 1) {
        if (seq % STEP === 0) yield;
        if (written.read(seq, record)) countIn(record, facets, anywhere, inName);
      }
      for (const [number, set] of common.sets.entries()) reserve(set, facets[number] ?? 0, rows);
      for (const [number, held] of words.held.entries()) {
        if (number % STEP === 0) yield;
        reserve(held.anywhere, anywhere[number] ?? 0, rows);
        reserve(held.inName, inName[number] ?? 0, rows);
      }
      for (let seq = 0; seq < rows; seq += 1) {
        if (seq % STEP === 0) yield;
        if (written.read(seq, record)) appendTo(record, common.sets, words.held, seq);
      }
      const listed = common.find('listed');
      return listed ? membersOf(listed) : new Uint32Array(0);
    },
  };
}

function countIn(record: number[], facets: Uint32Array, anywhere: Uint32Array, inName: Uint32Array) {
  for (let at = 0; at < record.length; at += 1) {
    const entry = record[at] ?? 0;
    const number = entry >>> 2;
    if ((entry & 3) === FACET) facets[number] = (facets[number] ?? 0) + 1;
    else anywhere[number] = (anywhere[number] ?? 0) + 1;
    if ((entry & 3) === TOKEN_OF_NAME) inName[number] = (inName[number] ?? 0) + 1;
  }
}

function appendTo(record: number[], facets: Members[], held: Held[], seq: number) {
  for (let at = 0; at < record.length; at += 1) {
    const entry = record[at] ?? 0;
    const its = (entry & 3) === FACET ? undefined : held[entry >>> 2];
    const set = its ? its.anywhere : facets[entry >>> 2];
    if (set) appendMember(set, seq);
    if (its && (entry & 3) === TOKEN_OF_NAME) appendMember(its.inName, seq);
  }
}
