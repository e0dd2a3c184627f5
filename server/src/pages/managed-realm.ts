// Pages and forms about one realm for those who may change it: its owner, and administrators. To others they answer as the API does.
import type { RealmDetail } from '@realm-catalog/contract';
import type { Viewer } from '../accounts/web-sessions.ts';
import type { Database } from '../db/database.ts';
import { findManagedRealm, findRealmToDelete } from '../realms/ownership.ts';
import { forViewer, formForViewer } from './for-viewers.ts';
import type { FormHandler, FormRequest, FormResult, PageHandler, PageRequest, PersonalPage } from './page.ts';

interface Managed {
  viewer: Viewer;
  realm: RealmDetail;
}
export type ManagedPage = PageRequest & Managed;
export type ManagedForm = FormRequest & Managed;

/** A realm that is quarantined can be deleted, and nothing else. */
export type Purpose = 'change' | 'delete';

/** The realm of the address; a problem for whoever may not see it, or may not change it. */
async function findManaged(
  db: Database,
  { viewer, read, params }: Pick<PageRequest, 'read' | 'params'> & { viewer: Viewer },
  purpose: Purpose,
) {
  const realm = await read('getRealm', { params: { slug: params['slug'] ?? '' } });
  const find = purpose === 'delete' ? findRealmToDelete : findManagedRealm;
  await find(db, viewer.caller, realm.slug);
  return realm;
}

/** What was done last, as the address of the page says it. */
export const doneIn = ({ query }: PageRequest): string | undefined => query.get('done') ?? undefined;

export const forManager = (
  db: Database,
  handler: (request: ManagedPage) => Promise<PersonalPage>,
  purpose: Purpose = 'change',
): PageHandler => forViewer(async (request) => handler({ ...request, realm: await findManaged(db, request, purpose) }));

/** `below` is the page that the form is on, to which people come back who are not signed in any more. */
export function formForManager(
  db: Database,
  below: string,
  handler: (request: ManagedForm) => Promise<FormResult>,
  purpose: Purpose = 'change',
): FormHandler {
  return (request) =>
    formForViewer(`/realms/${request.params['slug'] ?? ''}/${below}`, async (signed) =>
      handler({ ...signed, realm: await findManaged(db, signed, purpose) }),
    )(request);
}
