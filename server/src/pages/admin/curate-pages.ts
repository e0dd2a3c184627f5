// The pages where curators make and order collections. Each form does what an operation of the API does, and needs its rights.
import type { RealmSummary } from '@realm-catalog/contract';
import { NEW_FORM, readValues, type FormState } from '@realm-catalog/web/forms/form';
import { curatePage } from '@realm-catalog/web/pages/curate';
import { curateCollectionPage, type OrderAction } from '@realm-catalog/web/pages/curate-collection';
import { failedForm } from '../failed-form.ts';
import { doneIn } from '../form-outcome.ts';
import type { Asked, FormRequest, FormResult, PersonalPage, SignedFormHandler, SignedPageHandler } from '../page.ts';
import { oneLine } from '../publish/realm-form.ts';

async function showAll(request: Asked, done?: string, form: FormState = NEW_FORM): Promise<PersonalPage> {
  const { collections } = await request.perform('listCollections', { query: {} });
  return { personalHtml: curatePage(request.site, { collections, form, done }) };
}

/** What is wrong with the form of its fields, or with that of a realm to add. */
interface Failed {
  form?: FormState;
  finding?: FormState;
}

const nothing = new URLSearchParams();

async function showOne(
  request: Asked,
  slug: string,
  failed: Failed = {},
  query: URLSearchParams = nothing,
): Promise<PersonalPage> {
  const { items, name, description, featured } = await request.perform('getCollection', { params: { slug } });
  const values = { name, description, featured: String(featured) };
  const { form = { ...NEW_FORM, values } } = failed;
  const looked: Finding = failed.finding
    ? { finding: failed.finding }
    : await findRealms(request, query.get('q') ?? '');
  const { finding = NEW_FORM, found } = looked;
  const done = query.get('done') ?? undefined;
  const view = { slug, items, form, finding, found, done, last: lastIn(query) };
  return { personalHtml: curateCollectionPage(request.site, view) };
}

/** How many realms are proposed. Whoever looks for another types more. */
const MAX_FOUND = 10;

async function findRealms({ perform }: Asked, q: string): Promise<Finding> {
  if (q === '') return {};
  try {
    const { realms } = await perform('listRealms', { query: { q, limit: MAX_FOUND } });
    return { finding: { ...NEW_FORM, values: { q } }, found: realms };
  } catch (error) {
    return { finding: failedForm(error, { q }) };
  }
}

interface Finding {
  finding?: FormState;
  found?: RealmSummary[];
}

const orderActions: readonly OrderAction[] = ['up', 'down', 'take'];

/** The button that was pressed last. */
function lastIn(query: URLSearchParams) {
  const [slug, action] = [query.get('last'), orderActions.find((one) => one === query.get('action'))];
  return slug === null || action === undefined ? undefined : { slug, action };
}

export const curatePages = {
  curate: (request) => showAll(request, doneIn(request)),
  curateCollection: (request) => showOne(request, request.params['slug'] ?? '', {}, request.query),
} satisfies Record<string, SignedPageHandler>;

export const curateForms = {
  curate: makeCollection,
  curateCollection: changeCollection,
} satisfies Record<string, SignedFormHandler>;

function fieldsOf(form: URLSearchParams) {
  const { name = '', description } = readValues(form, 'name', 'description');
  return { name, description: oneLine(description), featured: form.get('featured') === 'true' };
}

const shownAgain = ({ featured, ...values }: ReturnType<typeof fieldsOf>) => ({
  ...values,
  featured: String(featured),
});

async function makeCollection(request: FormRequest): Promise<FormResult> {
  const fields = fieldsOf(request.form);
  const { slug = '' } = readValues(request.form, 'slug');
  try {
    await request.perform('createCollection', { body: { slug, realms: [], ...fields } });
  } catch (error) {
    const failed = failedForm(error, { slug, ...shownAgain(fields) });
    return { ...(await showAll(request, undefined, failed)), status: failed.status };
  }
  return { seeOther: `/curate/${slug}` };
}

async function changeCollection(request: FormRequest): Promise<FormResult> {
  const { form, perform, params } = request;
  const slug = params['slug'] ?? '';
  if (form.has('remove')) {
    await perform('deleteCollection', { params: { slug } });
    return { seeOther: '/curate?done=removed' };
  }
  if (form.has('save')) return saveFields(request, slug);
  if (form.has('add')) return addRealm(request, slug);
  return orderRealms(request, slug);
}

async function saveFields(request: FormRequest, slug: string): Promise<FormResult> {
  const fields = fieldsOf(request.form);
  try {
    await request.perform('updateCollection', { params: { slug }, body: fields });
  } catch (error) {
    const failed = failedForm(error, shownAgain(fields));
    return { ...(await showOne(request, slug, { form: failed })), status: failed.status };
  }
  return { seeOther: `/curate/${slug}?done=saved` };
}

async function addRealm(request: FormRequest, slug: string): Promise<FormResult> {
  const { add = '' } = readValues(request.form, 'add');
  const { realms } = await request.perform('getCollection', { params: { slug } });
  try {
    await request.perform('updateCollection', { params: { slug }, body: { realms: [...realms, add.trim()] } });
  } catch (error) {
    const failed = failedForm(error, { q: add });
    // The operation speaks of the list; here the field is the one in which the realm was looked for.
    const finding = { ...failed, errors: failed.errors.map(({ message }) => ({ field: 'q', message })) };
    return { ...(await showOne(request, slug, { finding })), status: failed.status };
  }
  return { seeOther: `/curate/${slug}?done=added` };
}

/** Moves a realm by one place, or takes it out. Where it has gone meanwhile, nothing happens. */
async function orderRealms({ form, perform }: FormRequest, slug: string): Promise<FormResult> {
  const { realms } = await perform('getCollection', { params: { slug } });
  const action = orderActions.find((one) => form.has(one)) ?? 'up';
  const moved = form.get(action) ?? '';
  const at = realms.indexOf(moved);
  const rest = realms.filter((one) => one !== moved);
  const to = Math.max(0, at + (action === 'up' ? -1 : 1));
  const ordered = action === 'take' ? rest : rest.toSpliced(to, 0, moved);
  if (at >= 0) await perform('updateCollection', { params: { slug }, body: { realms: ordered } });
  // The focus stays at the button; where its realm was taken out, at that of the next one.
  const last = action === 'take' ? (rest[at] ?? rest.at(-1) ?? '') : moved;
  const shown = new URLSearchParams({ ...(action === 'take' && { done: 'taken' }), last, action });
  return { seeOther: `/curate/${slug}?${String(shown)}` };
}
