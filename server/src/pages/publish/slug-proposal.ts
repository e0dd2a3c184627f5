// What is said of a slug that somebody wants for a realm: on a form that was refused, and while it is typed.
import type { Database } from '../../db/database.ts';
import { isTaken } from '../../realms/slug-queries.ts';
import { isSlug, numberedBase, slugOf } from '../../realms/slug.ts';
import { failedForm, type FailedForm } from '../failed-form.ts';
import type { SignedPageHandler } from '../page.ts';

/** So many numbers are tried. */
const MAX_TRIES = 8;

/** A form that was refused: if its slug is taken, that stands beside the field, with one that is free. */
export async function failedSlugForm(
  db: Database,
  error: unknown,
  values: Record<string, string>,
  slug: string,
): Promise<FailedForm> {
  const failed = failedForm(error, values);
  const taken = failed.status === 409 ? await takenSlugError(db, slug) : undefined;
  return taken ? { status: failed.status, values, errors: [taken] } : failed;
}

async function takenSlugError(db: Database, slug: string): Promise<{ field: 'slug'; message: string } | undefined> {
  if (!isSlug(slug) || !(await isTaken(db, slug))) return undefined;
  const free = await findFree(db, slug);
  return { field: 'slug', message: `is taken, or was${free === undefined ? '' : `; ${free} is free`}` };
}

async function findFree(db: Database, slug: string): Promise<string | undefined> {
  for (let number = 2; number < MAX_TRIES + 2; number += 1) {
    const candidate = `${numberedBase(slug)}-${number}`;
    if (!(await isTaken(db, candidate))) return candidate;
  }
  return undefined;
}

/** For the script of the page. It says what creating the realm would say: the slug of a realm is known to nobody else. */
export const createSlugCheck = ({ db }: { db: Database }) =>
  ({
    async publishSlug({ query }) {
      const [wanted, name] = [query.get('slug') ?? '', query.get('name') ?? ''];
      return toJson(wanted === '' ? await ofName(db, name) : await ofSlug(db, wanted));
    },
  }) satisfies Record<string, SignedPageHandler>;

interface Verdict {
  isGood: boolean;
  text: string;
}

async function ofSlug(db: Database, slug: string): Promise<Verdict> {
  if (!isSlug(slug)) return { isGood: false, text: 'Small letters and digits, with dashes between: my-realm.' };
  const taken = await takenSlugError(db, slug);
  return taken ? { isGood: false, text: `${slug} ${taken.message}.` } : { isGood: true, text: `${slug} is free.` };
}

/** A name is never refused: if its slug is taken, the realm gets one with a number. */
async function ofName(db: Database, name: string): Promise<Verdict> {
  if (name.trim() === '') return { isGood: true, text: '' };
  const slug = slugOf(name.slice(0, MAX_NAME_LENGTH));
  const isFree = !(await isTaken(db, slug));
  return { isGood: true, text: isFree ? `It will be ${slug}.` : `${slug} is taken, so it will have a number.` };
}

const MAX_NAME_LENGTH = 100;

const toJson = (verdict: Verdict) => ({
  bytes: Buffer.from(JSON.stringify(verdict)),
  mediaType: 'application/json; charset=utf-8',
});
