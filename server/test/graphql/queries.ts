// Queries over real HTTP, and what comes back.
import assert from 'node:assert/strict';
import { getNamedType, GraphQLObjectType, isListType, type GraphQLNamedType } from 'graphql';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { json, type Reply, type TestCatalog } from '../support/harness.ts';

interface GraphqlError {
  message: string;
  path?: (string | number)[];
  extensions: { code: string };
}

export function query(
  catalog: TestCatalog,
  text: string,
  { token, variables, operationName }: { token?: string; variables?: object; operationName?: string } = {},
): Promise<Reply> {
  return catalog.ask('/v1/graphql', json({ query: text, variables, operationName }, token));
}

/** The data of a query that has no errors. */
export async function dataOf(...asked: Parameters<typeof query>): Promise<any> {
  const { status, body, text } = await query(...asked);
  assert.equal(status, 200, text);
  assert.equal(body.errors, undefined, text);
  return body.data;
}

/** The codes of the errors, and the status. */
export function codesOf({ status, body }: Reply): [status: number, ...codes: string[]] {
  return [status, ...((body.errors ?? []) as GraphqlError[]).map(({ extensions }) => extensions.code)];
}

const schema = graphqlSchema();

/** Every field of a type that needs no argument and is no connection, and every field of its objects. */
export function selectionOf(typeName: string): string {
  return fieldsOf(schema.getType(typeName));
}

function fieldsOf(type: GraphQLNamedType | undefined): string {
  assert.ok(type instanceof GraphQLObjectType, `${type?.name} is no object`);
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (inner.name.endsWith('Connection')) return [];
    return inner instanceof GraphQLObjectType ? `${field.name} { ${fieldsOf(inner)} }` : field.name;
  });
  return fields.join(' ');
}

/** An answer of REST as GraphQL has it: maps are lists, and what is absent is null. */
export function asGraphql(typeName: string, value: Record<string, unknown>): Record<string, unknown> {
  const type = schema.getType(typeName);
  assert.ok(type instanceof GraphQLObjectType);
  return Object.fromEntries(
    Object.values(type.getFields())
      .filter((field) => !getNamedType(field.type).name.endsWith('Connection'))
      .map(({ name, type: fieldType }) => [name, valueOf(getNamedType(fieldType), isList(fieldType), value[name])]),
  );
}

function isList(type: unknown): boolean {
  return isListType(type) || isListType((type as { ofType?: unknown }).ofType);
}

function valueOf(type: GraphQLNamedType, isOfList: boolean, value: unknown): unknown {
  if (value === undefined) return null;
  if (!(type instanceof GraphQLObjectType)) return value;
  if (!isOfList) return asGraphql(type.name, value as Record<string, unknown>);
  const items = Array.isArray(value) ? value : Object.entries(value as object).map(entry);
  return items.map((item) => asGraphql(type.name, item as Record<string, unknown>));
}

function entry([name, value]: [string, unknown]) {
  return typeof value === 'number' ? { value: name, count: value } : { name, ...(value as object) };
}
