// Pages and forms about one realm for those who may change it: its owner, and administrators. To others they answer as the API does.
import type { RealmDetail } from '@realm-catalog/contract';
import type { Database } from '../../db/database.ts';
import { findManagedRealm, findRealmToDelete } from '../../realms/ownership.ts';
import type { FormRequest, PageRequest, Signed, SignedAsked } from '../page.ts';

type Managed<Request> = Request & { realm: RealmDetail };
export type ManagedPage = Managed<Signed<PageRequest>>;
export type ManagedForm = Managed<Signed<FormRequest>>;

/** A realm that is quarantined can be deleted, and nothing else. */
type Purpose = 'change' | 'delete';

/** The realm of the address; a problem for whoever may not see it, or may not change it. */
async function findManaged(
  db: Database,
  { viewer, read, params }: SignedAsked,
  purpose: Purpose,
): Promise<RealmDetail> {
  const realm = await read('getRealm', { params: { slug: params['slug'] ?? '' } });
  const find = purpose === 'delete' ? findRealmToDelete : findManagedRealm;
  await find(db, viewer.caller, realm.slug);
  return realm;
}

/** The handler of a page or a form, which gets the realm. */
export const forManager =
  <Request extends Signed<PageRequest> | Signed<FormRequest>, Result>(
    db: Database,
    handler: (request: Managed<Request>) => Promise<Result>,
    purpose: Purpose = 'change',
  ) =>
  async (request: Request): Promise<Result> =>
    handler({ ...request, realm: await findManaged(db, request, purpose) });
