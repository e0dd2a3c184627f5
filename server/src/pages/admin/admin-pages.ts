// The pages of the administration: accounts, realms, storage and the audit. Each form does what an operation of the API does, and needs its rights.
import { auditActions, MAX_LIMIT, plans, roles, type RealmDetail } from '@realm-catalog/contract';
import { NEW_FORM, readValues, type FormState } from '@realm-catalog/web/forms/form';
import type { AdminMessage } from '@realm-catalog/web/pages/admin/admin-page';
import { adminAuditPage } from '@realm-catalog/web/pages/admin/audit';
import { adminRealmsPage } from '@realm-catalog/web/pages/admin/realms';
import { adminStoragePage } from '@realm-catalog/web/pages/admin/storage';
import { adminUsersPage } from '@realm-catalog/web/pages/admin/users';
import { MovedError } from '../../api/moved.ts';
import { CodedError } from '../../errors.ts';
import { failedForm } from '../failed-form.ts';
import type {
  Asked,
  FormRequest,
  FormResult,
  PageRequest,
  PersonalPage,
  SignedFormHandler,
  SignedPageHandler,
} from '../page.ts';
import { oneLine } from '../publish/realm-form.ts';

/** How many rows a page has. */
const limit = MAX_LIMIT / 2;

/** The filter, if its value is one of those that there are: one that somebody has typed into the address is as good as none. */
function chosen<Name extends string, Value extends string>(name: Name, values: readonly Value[], text: string) {
  const value = values.find((one) => one === text);
  return (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>;
}

const filtersOf = <Name extends string>(query: URLSearchParams, ...names: Name[]): Record<Name, string> =>
  readValues(query, ...names);

/** The id that a list goes on after. What is none is refused by the operation. */
const beforeOf = (query: URLSearchParams) => {
  const before = query.get('before');
  return before === null ? {} : { before };
};

async function showUsers(
  { site, perform }: Asked,
  query: URLSearchParams,
  failed: FormState = NEW_FORM,
): Promise<PersonalPage> {
  const filters = filtersOf(query, 'search', 'role', 'plan', 'suspended');
  const { users, pagination } = await perform('listUsers', {
    query: {
      ...(filters.search && { search: filters.search }),
      ...chosen('role', roles, filters.role),
      ...chosen('plan', plans, filters.plan),
      ...(filters.suspended && { suspended: filters.suspended === 'true' }),
      ...beforeOf(query),
      limit,
    },
  });
  const done = query.get('done') ?? undefined;
  return { personalHtml: adminUsersPage(site, { filters, users, next: pagination.next, done, form: failed }) };
}

async function showRealms(
  { site, perform }: Asked,
  query: URLSearchParams,
  failed: FormState = NEW_FORM,
): Promise<PersonalPage> {
  const { realms, pagination } = await perform('listQuarantined', { query: { ...beforeOf(query), limit } });
  const slug = query.get('slug') ?? '';
  const realm = slug === '' ? undefined : await findRealm(perform, slug);
  const done = query.get('done') ?? undefined;
  const view = { slug, realm, quarantined: realms, next: pagination.next, done, form: failed };
  return { personalHtml: adminRealmsPage(site, view) };
}

/** Also by a slug that it had before. */
async function findRealm(perform: Asked['perform'], slug: string): Promise<RealmDetail | undefined> {
  return perform('getRealm', { params: { slug } }).catch((error: unknown) => {
    if (error instanceof MovedError) return findRealm(perform, error.slug);
    if (error instanceof CodedError && error.public.code === 'not_found') return undefined;
    throw error;
  });
}

async function showAudit({ site, perform, query }: PageRequest): Promise<PersonalPage> {
  const filters = filtersOf(query, 'action', 'actor', 'subject', 'from', 'to');
  const { action, actor, subject, from, to } = filters;
  const { entries, pagination } = await perform('listAudit', {
    query: {
      ...chosen('action', auditActions, action),
      ...(actor && { actor }),
      ...(subject && { subject }),
      ...(from && { from: `${from}T00:00:00.000Z` }),
      ...(to && { to: `${to}T23:59:59.999Z` }),
      ...beforeOf(query),
      limit,
    },
  });
  return { personalHtml: adminAuditPage(site, { filters, entries, next: pagination.next, form: NEW_FORM }) };
}

export const adminPages = {
  adminUsers: (request) => showUsers(request, request.query),
  adminRealms: (request) => showRealms(request, request.query),
  adminStorage: async ({ site, perform }) => ({ personalHtml: adminStoragePage(site, await perform('getStorage')) }),
  adminAudit: showAudit,
} satisfies Record<string, SignedPageHandler>;

export const adminForms = {
  adminUsers: changeUser,
  adminRealms: moderateRealm,
} satisfies Record<string, SignedFormHandler>;

async function changeUser(request: FormRequest): Promise<FormResult> {
  const {
    username = '',
    plan = '',
    role = '',
    restored = '',
  } = readValues(request.form, 'username', 'plan', 'role', 'restored');
  const body = { ...(plan && { plan }), ...(role && { role }), ...(restored && { suspended: false }) };
  const found = new URLSearchParams({ search: username });
  try {
    await request.perform('updateUser', { params: { username }, body });
  } catch (error) {
    const failed = failedForm(error, {});
    return { ...(await showUsers(request, found, failed)), status: failed.status };
  }
  const message: AdminMessage = restored === '' ? 'saved' : 'restored';
  return { seeOther: `/admin?${String(found)}&done=${message}` };
}

async function moderateRealm(request: FormRequest): Promise<FormResult> {
  const values = readValues(request.form, 'slug', 'featured', 'quarantined', 'reason');
  const { slug = '', featured = '', quarantined = '' } = values;
  const reason = oneLine(values['reason']);
  const found = new URLSearchParams({ slug });
  const body = {
    ...(featured && { featured: featured === 'true' }),
    ...(quarantined && { quarantined: quarantined === 'true' }),
    ...(quarantined === 'true' && { reason }),
  };
  try {
    await request.perform('moderateRealm', { params: { slug }, body });
  } catch (error) {
    const failed = failedForm(error, { reason });
    return { ...(await showRealms(request, found, failed)), status: failed.status };
  }
  const byFeature: AdminMessage = featured === 'true' ? 'featured' : 'unfeatured';
  const byQuarantine: AdminMessage = quarantined === 'true' ? 'quarantined' : 'released';
  return { seeOther: `/admin/realms?${String(found)}&done=${featured === '' ? byQuarantine : byFeature}` };
}
