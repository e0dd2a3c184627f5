// The schema in words, for the page that shows it.
import type { SchemaType } from '@realm-catalog/web/pages/graphql';
import {
  isEnumType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLArgument,
  type GraphQLField,
} from 'graphql';
import { MAX_LIMIT } from '@realm-catalog/contract';
import { MAX_DEPTH, MAX_NODES, NODES_OF_REQUEST } from './cost.ts';
import { graphqlSchema } from './schema.ts';

export const limits = { nodes: MAX_NODES, nodesOfRequest: NODES_OF_REQUEST, depth: MAX_DEPTH, page: MAX_LIMIT };

export function describedSchema(): SchemaType[] {
  const types = Object.values(graphqlSchema().getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  return types.map((type) => ({
    name: type.name,
    description: type.description ?? '',
    values: isEnumType(type) ? type.getValues().map(({ name }) => name) : [],
    fields: isObjectType(type)
      ? Object.values(type.getFields()).map((field) => ({ ...described(field), args: field.args.map(described) }))
      : [],
  }));
}

function described({ name, type, description }: GraphQLArgument | GraphQLField<unknown, unknown>) {
  return { name, type: String(type), description: description ?? '' };
}
