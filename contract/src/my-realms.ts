// The realms of the caller: those that the account owns, and those that it has starred.
import { realmSlug } from './fields.ts';
import type { Resource } from './operation.ts';
import { pageHeaders, pageQuery, Pagination } from './paging.ts';
import { realmResource, RealmSummary } from './realms.ts';
import { list, object, oneOf } from './schema.ts';

const { quarantine, ...summaryFields } = RealmSummary.properties;
const MyRealm = object(
  {
    ...summaryFields,
    role: oneOf(['owner'], { description: 'Your role in this realm. More roles may be added.', examples: ['owner'] }),
  },
  { quarantine },
);
const { facets, suggestion } = realmResource.schemas.RealmPage.properties;
const MyRealmPage = object({ realms: list(MyRealm), pagination: Pagination }, { facets, suggestion });

export const myRealmResource = {
  chapter: 'Your realms',
  description: 'The realms that you own, and the realms that you have starred.',
  schemas: { MyRealmPage, MyRealm },
  meanings: {
    MyRealmPage: 'A page of the list of your realms.',
    MyRealm: 'One of your realms in a list.',
  },
  details: {
    listMyRealms: {
      clientMethod: 'account.realms',
      summary: 'List your realms',
      description: 'All realms that you own, of every visibility. It takes the parameters of the list of all realms.',
      query: realmResource.details.listRealms.query,
      reply: { status: 200, schema: MyRealmPage, headers: pageHeaders },
    },
    listMyStars: {
      clientMethod: 'account.stars',
      summary: 'List the realms that you have starred',
      description: 'The latest star first, at most 10,000. Realms that you may no longer see are left out.',
      query: pageQuery,
      reply: { status: 200, schema: realmResource.schemas.RealmPage, headers: pageHeaders },
    },
    getStar: {
      clientMethod: 'realms.isStarred',
      summary: 'Read whether you have starred a realm',
      description: '204 if you have. 404 if you have not, or if you may not see the realm.',
      params: realmSlug,
      reply: { status: 204 },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;
