// Why a query is refused before anything runs: a 400 in the form of GraphQL.
import { GraphQLError, type ASTNode } from 'graphql';

/** Names the part of the query that is at fault, where there is one. */
export function refusal(message: string, ...nodes: ASTNode[]): GraphQLError {
  return new GraphQLError(message, { nodes, extensions: { code: 'invalid_request' } });
}
