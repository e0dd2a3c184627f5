// The leak matrix: compares answers about realms with those about realms that never were, and remembers which it has compared.
import assert from 'node:assert/strict';
import type { TestCatalog } from '../support/harness.ts';
import { askAs, ghostOf, same, whole, type Subject, type Target, type Whole } from './answers.ts';
import type { Asker, Cast, Visibility } from './callers.ts';
import { isGraphql, type RealmRequest } from './requests.ts';
import { expectedFor } from './rules.ts';

export const VISIBILITIES: Visibility[] = ['public', 'unlisted', 'private'];

export interface Matrix {
  /** Asks for the realm, and compares the answer with what this caller is to be told. */
  check(route: string, request: RealmRequest, asker: Asker, subject: Subject): Promise<void>;
  /** What this caller is told of a realm that never was. */
  unknownTo(request: RealmRequest, asker: Asker, subject: Subject): Promise<Whole>;
  /** Another answer was compared, which concerns realms of these visibilities. */
  note(route: string, asker: Asker, ...visibilities: Visibility[]): void;
  /** Fails unless each of these routes was asked for every visibility and by every caller; says how many answers that took. */
  complete(routes: string[], cast: Cast): string;
}

const cell = (route: string, visibility: Visibility, who: string) => `${route}: ${who} and ${visibility}`;

export function openMatrix(catalog: TestCatalog): Matrix {
  const compared = new Set<string>();
  let answers = 0;
  /** Realms whose slugs have the same shape are compared with the same one that never was, which each caller asks for once in each way. */
  const ghosts = new Map<string, Target>();
  const unknown = new Map<string, Promise<Whole>>();

  function ghostLike(subject: Subject): Target {
    const made = ghostOf(subject);
    const ghost = ghosts.get(made.slug) ?? made;
    ghosts.set(made.slug, ghost);
    return ghost;
  }

  function note(route: string, { who }: Asker, ...visibilities: Visibility[]): void {
    answers += 1;
    for (const visibility of visibilities) compared.add(cell(route, visibility, who));
  }

  async function askForGhost(request: RealmRequest, asker: Asker, ghost: Target): Promise<Whole> {
    const [path, init] = request.of(ghost);
    const reply = await askAs(catalog, asker, path, init);
    // A page that is for somebody in particular leads nobody to the sign-in, whatever it names. GraphQL says in the body what is not there.
    const isRefused =
      reply.status >= 400 ||
      (reply.headers.get('location') ?? '').includes('/sign-in') ||
      (isGraphql(path) && reply.text.includes('"not_found"'));
    assert.ok(isRefused, `${init.method} ${path}: ${asker.who} gets ${reply.status} for a realm that never was`);
    return whole(reply, ghost);
  }

  function unknownTo(request: RealmRequest, asker: Asker, subject: Subject): Promise<Whole> {
    const ghost = ghostLike(subject);
    const key = JSON.stringify([asker.who, request.of(ghost)]);
    const known = unknown.get(key) ?? askForGhost(request, asker, ghost);
    unknown.set(key, known);
    return known;
  }

  return {
    note,
    unknownTo,

    async check(route, request, asker, subject) {
      const reply = await askAs(catalog, asker, ...request.of(subject));
      const where = `${route} ${request.how}: ${asker.who} and ${subject.visibility} ${subject.slug}`;
      const expected = expectedFor(request.rule, asker, subject);
      if (expected === 'unknown') same(whole(reply, subject), await unknownTo(request, asker, subject), where);
      else if (expected === 'forbidden')
        same([reply.status, reply.body.code ?? 'forbidden'], [403, 'forbidden'], where); // a page has no code
      else {
        const status = request.answers(subject);
        if (status === undefined) assert.ok(reply.status < 500, `${where}: ${reply.status}`);
        else same(reply.status, status, where);
        const shown = request.shows(subject);
        assert.ok(reply.text.includes(shown), `${where}: ${shown} is not in ${reply.text}`);
      }
      note(route, asker, subject.visibility);
    },

    complete(routes, { askers }) {
      const wanted = routes.flatMap((route) =>
        VISIBILITIES.flatMap((visibility) => askers.map(({ who }) => cell(route, visibility, who))),
      );
      const missing = wanted.filter((key) => !compared.has(key));
      assert.deepEqual(missing, []);
      return `${answers} answers compared, for ${wanted.length} combinations of route, visibility and caller`;
    },
  };
}
