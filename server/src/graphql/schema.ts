// The schema: the root fields and the lists that only GraphQL has, around the types of the contract.
import { specifications, type OperationId } from '@realm-catalog/contract';
import {
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  type GraphQLFieldConfig,
} from 'graphql';
import { connectionType, pageArguments } from './connections.ts';
import type { Context } from './context.ts';
import { contractTypes, type ContractTypes } from './contract-types.ts';
import type { PageArguments } from './cursors.ts';
import { meaning } from './field-meaning.ts';
import type { CollectionArguments, CollectionNode, RealmArguments } from './look-ups.ts';

/** A field of the root, whose words are those of the operation that does the same over HTTP. */
function rootField<Arguments>(
  id: OperationId,
  field: Omit<GraphQLFieldConfig<undefined, Context, Arguments>, 'description'>,
) {
  return { ...field, description: `${specifications[id].summary}.` } as GraphQLFieldConfig<undefined, Context>;
}

export function graphqlSchema(): GraphQLSchema {
  const types = contractTypes({
    Collection: () => ({
      items: {
        type: new GraphQLNonNull(Realms),
        description: 'Its realms in the curator’s order, without realms that you may not list.',
        args: pageArguments,
        resolve: (collection: CollectionNode, page: PageArguments, { lookUps }) => lookUps.items(collection, page),
        ...meaning({ lookUp: 'list' }),
      },
    }),
    User: () => ({
      realms: {
        type: new GraphQLNonNull(Realms),
        description: 'The realms of the account that you may list, newest first.',
        args: pageArguments,
        resolve: ({ username }: { username: string }, page: PageArguments, { lookUps }) =>
          lookUps.realms({ ...page, author: [username] }),
        ...meaning({ lookUp: 'list' }),
      },
    }),
  });
  const Realms = connectionType('Realm', types.objectOf('RealmSummary'), { isSliced: true });
  const Collections = connectionType('Collection', types.objectOf('Collection'), { isSliced: false });
  const query = new GraphQLObjectType<undefined, Context>({
    name: 'Query',
    description: 'All that you can read. GraphQL changes nothing.',
    fields: { ...listFields(types, Realms, Collections), ...singleFields(types), rateLimit },
  });
  return new GraphQLSchema({ query });
}

function listFields(types: ContractTypes, Realms: GraphQLObjectType, Collections: GraphQLObjectType) {
  const { limit: _limit, offset: _offset, facets: _facets, ...filters } = specifications.listRealms.query.properties;
  const { featured } = specifications.listCollections.query.properties;
  return {
    realms: rootField('listRealms', {
      type: Realms,
      args: { ...types.argumentsOf('Realm', filters), ...pageArguments },
      resolve: (_, filters: RealmArguments, { lookUps }) => lookUps.realms(filters),
      ...meaning({ lookUp: 'list' }),
    }),
    collections: rootField('listCollections', {
      type: Collections,
      args: { ...types.argumentsOf('Collection', { featured }), ...pageArguments },
      resolve: (_, filters: CollectionArguments, { lookUps }) => lookUps.collections(filters),
      ...meaning({ lookUp: 'list' }),
    }),
  };
}

const number = (description: string) => ({ type: new GraphQLNonNull(GraphQLInt), description });
const text = (description: string) => ({ type: new GraphQLNonNull(GraphQLString), description });
const single = meaning({ lookUp: 'single' });

function singleFields(types: ContractTypes) {
  const slug = text('Its name in URLs.');
  return {
    realm: rootField('getRealm', {
      type: types.objectOf('RealmDetail'),
      args: { slug },
      resolve: (_, { slug }: { slug: string }, { lookUps }) => lookUps.realm(slug),
      ...single,
    }),
    collection: rootField('getCollection', {
      type: types.objectOf('Collection'),
      args: { slug },
      resolve: (_, { slug }: { slug: string }, { lookUps }) => lookUps.collection(slug),
      ...single,
    }),
    user: rootField('getUser', {
      type: types.objectOf('User'),
      args: { username: text('The username, in upper or lower case.') },
      resolve: (_, { username }: { username: string }, { lookUps }) => lookUps.user(username),
      ...single,
    }),
    me: rootField('getMe', {
      type: types.objectOf('Me'),
      resolve: (_source, _none, { lookUps }) => lookUps.me(),
      ...single,
    }),
    stats: rootField('getStats', {
      type: types.objectOf('Statistics'),
      resolve: (_source, _none, { lookUps }) => lookUps.stats(),
      ...single,
    }),
  };
}

const RateLimit = new GraphQLObjectType({
  name: 'RateLimit',
  description: 'Your hourly limit, which REST and GraphQL share.',
  fields: {
    tier: text('The tier of your credential: free, authenticated or premium.'),
    limit: number('Requests per hour.'),
    cost: number('How many requests this query counts as.'),
    remaining: number('How many requests are left after this query.'),
    resetAt: text('When the window ends (RFC 3339 in UTC, with milliseconds).'),
  },
});

const rateLimit = rootField('getRateLimit', {
  type: new GraphQLNonNull(RateLimit),
  resolve: (_source, _none, { cost, rate: { tier, limit, remaining, reset } }) => ({
    tier,
    limit,
    cost,
    remaining,
    resetAt: new Date(reset * 1_000).toISOString(),
  }),
  ...single,
});
