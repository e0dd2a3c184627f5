// GraphQL types made of the schemas of the contract: names, fields and descriptions stand there alone.
import {
  collectTypes,
  type DataType,
  type Field,
  type NamedType,
  type Schema,
} from '@realm-catalog/contract/data-types';
import { schemas } from '@realm-catalog/contract/specifications';
import {
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLLeafType,
} from 'graphql';
import type { Context } from './context.ts';
import { meaning } from './field-meaning.ts';
import { leafTypes } from './leaf-types.ts';

export type OutputFields = Record<string, GraphQLFieldConfig<never, Context>>;

/** How many values a list has at most, where that is more than most have. */
const longLists: Record<string, number> = { 'Collection.realms': 500, 'Statistics.categories': 200 };
const LIST_SIZE = 20;

/** The description of an argument: of the parameter with the same name, without what only a query string has. */
const words: [from: RegExp, to: string][] = [
  [/^Comma-separated\. /, ''],
  [/, comma-separated or repeated/, ''],
  [/ Repeat the parameter: a comma is part of a license\./, ''],
  [/`true`, `1` or no value/, '`true`'],
  [/`false` or `0`/, '`false`'],
  [/ Without `limit`, you get all of them\./, ''],
];

export interface ContractTypes {
  /** The type of a named schema. */
  objectOf(name: keyof typeof schemas): GraphQLObjectType;
  /** The parameters of a query as arguments. */
  argumentsOf(owner: string, properties: Record<string, object>): GraphQLFieldConfigArgumentMap;
}

/** Makes each type once. `additions` are the fields that only GraphQL has, by the type that has them. */
export function contractTypes(additions: Record<string, () => OutputFields>): ContractTypes {
  const collected = collectTypes();
  const leafType = leafTypes(findNamed);
  const objects = new Map<string, GraphQLObjectType>();

  function findNamed(name: string): NamedType {
    const type = collected.types().find((one) => one.name === name);
    if (!type) throw new Error(`the contract has no type ${name}`);
    return type;
  }

  function objectOf(name: keyof typeof schemas): GraphQLObjectType {
    const type = collected.typeOf(schemas[name], { owner: name, property: '', isItem: false, use: 'reply' });
    if (type.kind !== 'named') throw new Error(`${name} is no object`);
    return namedObject(type.name);
  }

  /** `hasName`: it is a value of a map, and has its name as a field. */
  function namedObject(name: string, hasName = false): GraphQLObjectType {
    const known = objects.get(name);
    if (known) return known;
    const { fields = [], description } = findNamed(name);
    const made = new GraphQLObjectType({
      name,
      description: description || null,
      fields: () => ({
        ...(hasName && { name: { type: new GraphQLNonNull(GraphQLString), description: 'Its name.' } }),
        ...Object.fromEntries(fields.map((field) => [field.name, outputField(name, field)])),
        ...additions[name]?.(),
      }),
    });
    objects.set(name, made);
    return made;
  }

  function outputField(owner: string, { name, type, isRequired, isNullable, description }: Field) {
    const output = outputType(type, owner, name);
    const size = type.kind === 'list' || type.kind === 'map' ? (longLists[`${owner}.${name}`] ?? LIST_SIZE) : 1;
    return {
      type: isRequired && !isNullable ? new GraphQLNonNull(output) : output,
      description: description || null,
      ...meaning({ size }),
      ...(type.kind === 'map' && { resolve: entriesOf(name) }),
    };
  }

  function outputType(type: DataType, owner: string, property: string) {
    if (type.kind === 'list') return listOf(itemType(type.of, owner, property));
    if (type.kind === 'map')
      return listOf(type.of.kind === 'named' ? namedObject(type.of.name, true) : objectOf('ValueCount'));
    return itemType(type, owner, property);
  }

  function itemType(type: DataType, owner: string, property: string): GraphQLLeafType | GraphQLObjectType {
    if (type.kind === 'named' && findNamed(type.name).fields) return namedObject(type.name);
    return leafType(type, owner, property);
  }

  return { objectOf, argumentsOf: argumentReader(collected, leafType) };
}

function argumentReader(
  collected: ReturnType<typeof collectTypes>,
  leafType: ReturnType<typeof leafTypes>,
): ContractTypes['argumentsOf'] {
  function argumentOf(owner: string, name: string, schema: Schema) {
    const type = collected.typeOf(schema, { owner, property: name, isItem: false, use: 'query' });
    const input = type.kind === 'list' ? listOf(leafType(type.of, owner, name)) : leafType(type, owner, name);
    const description = words.reduce((left, [from, to]) => left.replace(from, to), schema.description ?? '');
    return { type: input, description: description.charAt(0).toUpperCase() + description.slice(1) };
  }

  return (owner, properties) =>
    Object.fromEntries(
      Object.entries<Schema>(properties).map(([name, schema]) => [name, argumentOf(owner, name, schema)]),
    );
}

const listOf = <Item extends GraphQLLeafType | GraphQLObjectType>(item: Item) =>
  new GraphQLList(new GraphQLNonNull(item));

/** GraphQL has no maps: each value becomes an object with its name, or a number with what it counts. */
function entriesOf(property: string) {
  return (parent: Record<string, Record<string, object | number>>) =>
    Object.entries(parent[property] ?? {}).map(([name, value]) =>
      typeof value === 'number' ? { value: name, count: value } : { name, ...value },
    );
}
