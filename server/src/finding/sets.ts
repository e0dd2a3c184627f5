// The sets that a realm is in: its facets, the tokens of its texts, and the words that are kept.
import { dictionary, type Held } from './dictionary.ts';
import { facets, type Facets } from './facets.ts';
import type { Findable } from './finder.ts';
import { kept, type Kept } from './kept.ts';
import { addMember, membersOf, putMembers, removeMember, type Members } from './members.ts';
import { textsIn, textsOut, type Bytes } from './pieces.ts';
import { records, thawedRecords } from './records.ts';
import { stamps } from './stamps.ts';

/** What a number in a realm's record stands for, in its two lowest bits. */
const FACET = 0;
const TOKEN = 1;
const TOKEN_OF_NAME = 2;

export interface Sets {
  facet: Facets['find'];
  /** The realms whose name, or whose texts, hold the word: those of any of these. */
  holding(word: string, rows: number): Held[];
  /** All sets there are. */
  all(): Iterable<Members>;
  prepare: Kept['prepare'];
  has(seq: number): boolean;
  /** Whether it is in the very sets that it belongs to. */
  isRight(realm: Findable): boolean;
  add(realm: Findable, rows: number): void;
  /** False if it was in none. */
  remove(seq: number): boolean;
  /** Notes a realm that `fill` adds later, or again. */
  note(realm: Findable): void;
  /** It is not added. */
  strike(seq: number): void;
  /** Adds the realms that were noted, in steps, and says which. */
  fill(rows: number): Generator<void, Uint32Array>;
  /** What was noted of the realms below this number. */
  freeze(rows: number): Generator<Uint8Array>;
}

export function sets(written = records(), common = facets(), words = dictionary()): Sets {
  const together = kept(words);
  const seen = stamps();

  /** The one that is being looked at. */
  const record: number[] = [];

  function recordOf(realm: Findable): number[] {
    record.length = 0;
    common.eachOf(realm, (facet) => record.push((facet << 2) | FACET));
    seen.clear();
    words.eachIn(realm.nameFolded, (token) => {
      if (seen.first(token)) record.push((token << 2) | TOKEN_OF_NAME);
    });
    words.eachIn(realm.descriptionFolded, (token) => {
      if (seen.first(token)) record.push((token << 2) | TOKEN);
    });
    return record;
  }

  const note = (realm: Findable) => written.write(realm.seq, recordOf(realm));

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
    isRight: (realm) => written.isSame(realm.seq, recordOf(realm)),
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
    note(realm) {
      written.erase(realm.seq);
      note(realm);
    },
    strike: (seq) => written.erase(seq),
    *fill(rows) {
      const sets = [common.sets, words.held.map((its) => its.anywhere), words.held.map((its) => its.inName)].flat();
      // Where in a row of all sets those of tokens begin, and those of tokens in names.
      const [anywhere, inName] = [common.sets.length, common.sets.length + words.held.length];
      const sizes = new Uint32Array(sets.length);
      yield* written.each(rows, (_, page, from, to) => {
        for (let at = from; at < to; at += 1) {
          const entry = page[at] ?? 0;
          const [kind, number] = [entry & 3, entry >>> 2];
          const place = kind === FACET ? number : anywhere + number;
          sizes[place] = (sizes[place] ?? 0) + 1;
          if (kind === TOKEN_OF_NAME) sizes[inName + number] = (sizes[inName + number] ?? 0) + 1;
        }
      });
      const put = putMembers(sets, sizes, rows);
      yield* written.each(rows, (seq, page, from, to) => {
        for (let at = from; at < to; at += 1) {
          const entry = page[at] ?? 0;
          const [kind, number] = [entry & 3, entry >>> 2];
          put.append(kind === FACET ? number : anywhere + number, seq);
          if (kind === TOKEN_OF_NAME) put.append(inName + number, seq);
        }
      });
      yield* put.finish();
      const listed = common.find('listed');
      return listed ? membersOf(listed) : new Uint32Array(0);
    },
    *freeze(rows) {
      yield* written.freeze(rows);
      // After the records, so that everything they name is there; or else the realm has changed, and is noted again.
      yield* textsOut(common.named(), common.sets.length);
      const tokens = words.tokens.map((token, number) => (words.held[number]?.anywhere.size ? token : ''));
      yield* textsOut(tokens, tokens.length);
    },
  };
}

export function* thawedSets(bytes: Bytes): Generator<void, Sets> {
  const written = yield* thawedRecords(bytes);
  const common = facets(yield* textsIn(bytes));
  return sets(written, common, dictionary(yield* textsIn(bytes)));
}
