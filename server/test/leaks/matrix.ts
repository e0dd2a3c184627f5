// The leak matrix: compares answers about realms with those about realms that never were, and remembers which it has compared.
import assert from 'node:assert/strict';
import type { TestCatalog } from '../support/harness.ts';
import { askAs, absentLike, same, whole, type Subject, type Target, type Whole } from './answers.ts';
import type { TestCaller, Callers, Visibility } from './callers.ts';
import { isGraphql, type RealmRequest } from './requests.ts';
import { expectedFor } from './rules.ts';

export const VISIBILITIES: Visibility[] = ['public', 'unlisted', 'private'];

export interface Matrix {
  /** Asks for the realm, and compares the answer with what this caller is to be told. */
  check(route: string, request: RealmRequest, caller: TestCaller, subject: Subject): Promise<void>;
  /** What this caller is told of a realm that never was. */
  unknownTo(request: RealmRequest, caller: TestCaller, subject: Subject): Promise<Whole>;
  /** Another answer was compared, which concerns realms of these visibilities. */
  note(route: string, caller: TestCaller, ...visibilities: Visibility[]): void;
  /** Fails unless each of these routes was asked for every visibility and by every caller; says how many answers that took. */
  complete(routes: string[], callers: Callers): string;
}

const cell = (route: string, visibility: Visibility, who: string) => `${route}: ${who} and ${visibility}`;

export function openMatrix(catalog: TestCatalog): Matrix {
  const compared = new Set<string>();
  let answers = 0;
  /** Realms whose slugs have the same shape are compared with the same one that never was, which each caller asks for once in each way. */
  const absentBySlug = new Map<string, Target>();
  const unknown = new Map<string, Promise<Whole>>();

  function absentFor(subject: Subject): Target {
    const made = absentLike(subject);
    const absent = absentBySlug.get(made.slug) ?? made;
    absentBySlug.set(made.slug, absent);
    return absent;
  }

  function note(route: string, { who }: TestCaller, ...visibilities: Visibility[]): void {
    answers += 1;
    for (const visibility of visibilities) compared.add(cell(route, visibility, who));
  }

  async function askForAbsent(request: RealmRequest, caller: TestCaller, absent: Target): Promise<Whole> {
    const [path, init] = request.of(absent);
    const reply = await askAs(catalog, caller, path, init);
    // A page that is for somebody in particular leads nobody to the sign-in, whatever it names. GraphQL says in the body what is not there.
    const isRefused =
      reply.status >= 400 ||
      (reply.headers.get('location') ?? '').includes('/sign-in') ||
      (isGraphql(path) && reply.text.includes('"not_found"'));
    assert.ok(isRefused, `${init.method} ${path}: ${caller.who} gets ${reply.status} for a realm that never was`);
    return whole(reply, absent);
  }

  function unknownTo(request: RealmRequest, caller: TestCaller, subject: Subject): Promise<Whole> {
    const absent = absentFor(subject);
    const key = JSON.stringify([caller.who, request.of(absent)]);
    const known = unknown.get(key) ?? askForAbsent(request, caller, absent);
    unknown.set(key, known);
    return known;
  }

  return {
    note,
    unknownTo,

    async check(route, request, caller, subject) {
      const reply = await askAs(catalog, caller, ...request.of(subject));
      const where = `${route} ${request.how}: ${caller.who} and ${subject.visibility} ${subject.slug}`;
      const expected = expectedFor(request.rule, caller, subject);
      if (expected === 'unknown') same(whole(reply, subject), await unknownTo(request, caller, subject), where);
      else if (expected === 'forbidden')
        same([reply.status, reply.body.code ?? 'forbidden'], [403, 'forbidden'], where); // a page has no code
      else {
        const status = request.answers(subject);
        if (status === undefined) assert.ok(reply.status < 500, `${where}: ${reply.status}`);
        else same(reply.status, status, where);
        const shown = request.shows(subject);
        assert.ok(reply.text.includes(shown), `${where}: ${shown} is not in ${reply.text}`);
      }
      note(route, caller, subject.visibility);
    },

    complete(routes, { all: callers }) {
      const wanted = routes.flatMap((route) =>
        VISIBILITIES.flatMap((visibility) => callers.map(({ who }) => cell(route, visibility, who))),
      );
      const missing = wanted.filter((key) => !compared.has(key));
      assert.deepEqual(missing, []);
      return `${answers} answers compared, for ${wanted.length} combinations of route, visibility and caller`;
    },
  };
}
