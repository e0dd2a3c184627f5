// The matrix itself: holds answers about realms against those about realms that never were, and remembers which it has held.
import assert from 'node:assert/strict';
import type { TestCatalog } from '../support/harness.ts';
import { askAs, ghostOf, same, whole, type Subject, type Whole } from './answers.ts';
import type { Asker, Cast, Visibility } from './callers.ts';
import { verdictOn, type LeakRow, type Probe } from './probes.ts';

export const VISIBILITIES: Visibility[] = ['public', 'unlisted', 'private'];

export interface Matrix {
  /** Asks for the realm, and holds the answer against what this caller is to be told. */
  hold(route: string, probe: Probe, asker: Asker, subject: Subject): Promise<void>;
  /** What this caller is told of a realm that never was. */
  unknownTo(probe: Probe, asker: Asker, subject: Subject): Promise<Whole>;
  /** Another answer was held, which concerns realms of these visibilities. */
  note(route: string, asker: Asker, ...visibilities: Visibility[]): void;
  /** Fails unless each of these rows was held for every visibility and every caller; says how many answers that took. */
  complete(rows: [route: string, row: LeakRow<Probe>][], cast: Cast): string;
}

const cell = (route: string, visibility: Visibility, who: string) => `${route}: ${who} and ${visibility}`;

export function openMatrix(catalog: TestCatalog): Matrix {
  const held = new Set<string>();
  let answers = 0;
  /** Each is asked for once. */
  const unknown = new Map<string, Promise<Whole>>();

  function note(route: string, { who }: Asker, ...visibilities: Visibility[]): void {
    answers += 1;
    for (const visibility of visibilities) held.add(cell(route, visibility, who));
  }

  async function askForGhost(probe: Probe, asker: Asker, subject: Subject): Promise<Whole> {
    const ghost = ghostOf(subject);
    const reply = await askAs(catalog, asker, ...probe.request(ghost));
    // A page that is for somebody in particular leads nobody to the sign-in, whatever it names. GraphQL says in the body what is not there.
    const isRefused =
      reply.status >= 400 ||
      (reply.headers.get('location') ?? '').includes('/sign-in') ||
      (probe.isGraphql === true && reply.text.includes('"not_found"'));
    assert.ok(isRefused, `${probe.how}: ${asker.who} gets ${reply.status} for a realm that never was`);
    return whole(reply, ghost);
  }

  function unknownTo(probe: Probe, asker: Asker, subject: Subject): Promise<Whole> {
    const key = JSON.stringify([asker.who, probe.request(subject)]);
    const known = unknown.get(key) ?? askForGhost(probe, asker, subject);
    unknown.set(key, known);
    return known;
  }

  return {
    note,
    unknownTo,

    async hold(route, probe, asker, subject) {
      const reply = await askAs(catalog, asker, ...probe.request(subject));
      const where = `${route}, ${probe.how}: ${asker.who} and ${subject.visibility} ${subject.slug}`;
      const verdict = verdictOn(probe, asker, subject);
      if (verdict === 'unknown') same(whole(reply, subject), await unknownTo(probe, asker, subject), where);
      else if (verdict === 'forbidden') same([reply.status, reply.body.code ?? 'forbidden'], [403, 'forbidden'], where); // a page has no code
      else {
        same(reply.status, probe.answers(subject), where);
        const shown = probe.shows?.(subject) ?? '';
        assert.ok(reply.text.includes(shown), `${where}: ${shown} is not in ${reply.text}`);
      }
      note(route, asker, subject.visibility);
    },

    complete(rows, { askers }) {
      const wanted = rows.flatMap(([route]) =>
        VISIBILITIES.flatMap((visibility) => askers.map(({ who }) => cell(route, visibility, who))),
      );
      const missing = wanted.filter((key) => !held.has(key));
      assert.deepEqual(missing, []);
      return `${answers} answers held, on ${wanted.length} combinations of route, visibility and caller`;
    },
  };
}
