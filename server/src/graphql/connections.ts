// Relay connections: https://relay.dev/graphql/connections.htm
import { DEFAULT_LIMIT, MAX_LIMIT } from '@realm-catalog/contract';
import {
  GraphQLBoolean,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLFieldConfigArgumentMap,
} from 'graphql';
import type { Context } from './context.ts';
import { cursorOf, type Connection } from './cursors.ts';
import { meaning } from './field-meaning.ts';

const cursor = {
  type: new GraphQLNonNull(GraphQLString),
  description: 'The place of the item in the list. It is opaque.',
};
const flag = (description: string) => ({ type: new GraphQLNonNull(GraphQLBoolean), description });
const optionalCursor = (description: string) => ({ type: GraphQLString, description });

const PageInfo = new GraphQLObjectType({
  name: 'PageInfo',
  description: 'The position of a page in its list.',
  fields: {
    hasNextPage: flag('Whether there are items after this page.'),
    hasPreviousPage: flag('Whether there are items before this page.'),
    startCursor: optionalCursor('The cursor of the first item. Null on an empty page.'),
    endCursor: optionalCursor('The cursor of the last item, for `after`. Null on an empty page.'),
  },
});

export const pageArguments: GraphQLFieldConfigArgumentMap = {
  first: {
    type: GraphQLInt,
    default: { value: DEFAULT_LIMIT },
    description: `The maximum number of items, from 1 to ${MAX_LIMIT}.`,
  },
  after: { type: GraphQLString, description: 'Only items after this cursor.' },
};

/**
 * The connection of a list whose items have this type. Items that look nothing up may come one after the other, in slices of time; others are
 * asked for at once, so that what they look up is read together.
 */
export function connectionType(
  name: string,
  item: GraphQLObjectType,
  { isSliced }: { isSliced: boolean },
): GraphQLObjectType {
  const items = new GraphQLNonNull(item);
  const Edge = new GraphQLObjectType({
    name: `${name}Edge`,
    description: 'An item of a list, and its cursor.',
    fields: { cursor, node: { type: items } },
  });
  const listed = <Item>(found: Item[], { pause }: Context) => (isSliced && pause ? inSlices(found, pause) : found);
  return new GraphQLObjectType<Connection<unknown>, Context>({
    name: `${name}Connection`,
    description: 'A page of a list.',
    fields: {
      edges: {
        type: listOf(Edge),
        description: 'The items of the page, each with its cursor.',
        resolve: ({ items: found, offset }, _none, context) =>
          listed(
            found.map((node, at) => ({ node, cursor: cursorOf(offset + at) })),
            context,
          ),
        ...meaning({ isPage: true }),
      },
      nodes: {
        type: listOf(item),
        description: 'The items of the page.',
        resolve: ({ items: found }, _none, context) => listed(found, context),
        ...meaning({ isPage: true }),
      },
      pageInfo: { type: new GraphQLNonNull(PageInfo), resolve: pageInfoOf },
      totalCount: { type: new GraphQLNonNull(GraphQLInt), description: 'How many items the whole list has.' },
    },
  });
}

const listOf = (one: GraphQLObjectType) => new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(one)));

async function* inSlices<Item>(items: Item[], pause: () => Promise<void>): AsyncGenerator<Item> {
  for (const item of items) {
    await pause();
    yield item;
  }
}

function pageInfoOf({ items, offset, totalCount }: Connection<unknown>) {
  const end = offset + items.length;
  return {
    hasNextPage: items.length > 0 && end < totalCount,
    hasPreviousPage: offset > 0,
    startCursor: items.length > 0 ? cursorOf(offset) : null,
    endCursor: items.length > 0 ? cursorOf(end - 1) : null,
  };
}
