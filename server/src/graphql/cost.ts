// What a query costs, and the bounds that hold before anything of it runs. The rules are in docs/api.md, "GraphQL".
import { DEFAULT_LIMIT, MAX_LIMIT } from '@realm-catalog/contract';
import {
  GraphQLObjectType,
  getNamedType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { positionOf } from './cursors.ts';
import type { FieldMeaning } from './field-meaning.ts';
import { refusal } from './refusal.ts';
import { fieldsOf, type Fragments } from './selections.ts';

/** Realms, collections and other objects that one query may look up. */
export const MAX_NODES = 1_000;
/** So many nodes cost a request. */
export const NODES_OF_REQUEST = 100;
export const MAX_DEPTH = 8;
/** What tools send has 15 levels: types of types. */
const MAX_INTROSPECTION_DEPTH = 16;
/** Values of an answer, which are estimated by the sizes of its lists. */
const MAX_VALUES = 60_000;
/** How often a query may name one field in one place: each pair is compared. */
const MAX_REPEATS = 40;
/** Fields in all operations of a document, with every fragment resolved. */
const MAX_PLACES = 4_000;

export interface Subject {
  schema: GraphQLSchema;
  fragments: Fragments;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
  /** How many have been visited, in all operations of the document. */
  places: { count: number };
}

/** A selection, and where it stands. */
interface Place {
  type: GraphQLNamedType | undefined;
  selectionSets: SelectionSetNode[];
  depth: number;
  maxDepth: number;
  /** How many objects the answer has here, at most. */
  count: number;
  /** `first` of the list that this is a page of. */
  pageSize: number;
}

/** What an operation asks for. */
export interface Measure {
  nodes: number;
  values: number;
}

/** How many requests an operation costs. Throws where it asks for too much. */
export function costOf({ nodes, values }: Measure): number {
  if (nodes > MAX_NODES)
    throw refusal(`The query asks for ${nodes} nodes; at most ${MAX_NODES} are allowed. Ask for smaller pages.`);
  if (values > MAX_VALUES)
    throw refusal(
      `The answer could have ${Math.round(values)} values; at most ${MAX_VALUES} are allowed. Ask for fewer fields.`,
    );
  return Math.max(1, Math.ceil(nodes / NODES_OF_REQUEST));
}

/** Throws where the operation is too deep, or has more fields than can be compared. */
export function measure(subject: Subject): Measure {
  const { schema, operation } = subject;
  const sums = { nodes: 0, values: 0 };
  const type = schema.getRootType(operation.operation) ?? undefined;
  const selectionSets = [operation.selectionSet];
  visit({ type, selectionSets, depth: 1, maxDepth: MAX_DEPTH, count: 1, pageSize: 1 });
  return sums;

  function visit(place: Place): void {
    for (const nodes of fieldsOf(place.selectionSets, subject.fragments).values()) visitField(place, nodes);
  }

  function visitField(place: Place, nodes: FieldNode[]): void {
    const [node] = nodes as [FieldNode];
    const name = node.name.value;
    const maxDepth = name === '__schema' || name === '__type' ? MAX_INTROSPECTION_DEPTH : place.maxDepth;
    if (place.depth > maxDepth) throw refusal(`The query is more than ${maxDepth} levels deep.`, node);
    if (nodes.length > MAX_REPEATS)
      throw refusal(`The query has "${name}" more than ${MAX_REPEATS} times in one place.`, node);
    if ((subject.places.count += 1) > MAX_PLACES) throw refusal(`The query has more than ${MAX_PLACES} fields.`);
    const field = fieldOf(schema, place.type, name);
    const { lookUp, isPage = false, size = introspectedSize(schema, place.type?.name, name) } = meaningOf(field);
    const pageSize = lookUp === 'list' ? firstOf(node, subject) : 1;
    if (lookUp) sums.nodes += place.count * pageSize;
    const count = place.count * (isPage ? place.pageSize : size);
    sums.values += count;
    const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const type = field && getNamedType(field.type);
    if (selectionSets.length > 0) visit({ type, selectionSets, depth: place.depth + 1, maxDepth, count, pageSize });
  }
}

/** Undefined where the schema has none: to validate the query says so. */
function fieldOf(
  schema: GraphQLSchema,
  type: GraphQLNamedType | undefined,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (type === schema.getQueryType() && name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (type === schema.getQueryType() && name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  return type instanceof GraphQLObjectType ? type.getFields()[name] : undefined;
}

function meaningOf(field: GraphQLField<unknown, unknown> | undefined): FieldMeaning {
  return (field?.extensions['meaning'] as FieldMeaning | undefined) ?? {};
}

/** The `first` of a list. What is no number is left to be refused by its type. Throws for an `after` that is no cursor, too. */
function firstOf(node: FieldNode, subject: Subject): number {
  const after = argumentOf(node, 'after', subject);
  if (typeof after === 'string' && positionOf(after) === undefined)
    throw refusal('"after" is no cursor of this catalog.', node);
  const first = argumentOf(node, 'first', subject);
  if (typeof first !== 'number') return DEFAULT_LIMIT;
  if (first < 1 || first > MAX_LIMIT) throw refusal(`"first" is from 1 to ${MAX_LIMIT}.`, node);
  return first;
}

/** The number or text of an argument; whatever else it is, its type decides. */
function argumentOf(node: FieldNode, name: string, { operation, variables }: Subject): unknown {
  const value = node.arguments?.find((argument) => argument.name.value === name)?.value;
  if (value?.kind !== Kind.VARIABLE) return literalOf(value);
  const variable = value.name.value;
  if (Object.hasOwn(variables, variable)) return variables[variable];
  return literalOf(operation.variableDefinitions?.find((one) => one.variable.name.value === variable)?.defaultValue);
}

function literalOf(value: ValueNode | undefined): number | string | undefined {
  if (value?.kind === Kind.INT) return Number(value.value);
  return value?.kind === Kind.STRING ? value.value : undefined;
}

/** About how many values the answer has for a field of the schema itself, for each object that has the field. */
const sizes: Record<string, number> = {
  // On the average of all types: most are objects with some fields, and few have anything else.
  '__Type.fields': 8,
  '__Type.inputFields': 1,
  '__Type.interfaces': 1,
  '__Type.possibleTypes': 1,
  /** Few types are enums, but one may be asked for under many names: with `Query.__type` that is the largest. */
  '__Type.enumValues': 6,
  '__Field.args': 1,
  /** Tools ask nine levels deep; half of the types are of another type. */
  '__Type.ofType': 0.5,
  '__Schema.directives': 5,
  '__Directive.args': 1,
  '__Directive.locations': 4,
  /** One of the largest may be asked for, and under many names. */
  'Query.__type': 10,
};

/** 1 for what is no part of the schema. */
function introspectedSize(schema: GraphQLSchema, typeName: string | undefined, fieldName: string): number {
  const name = `${typeName}.${fieldName}`;
  return name === '__Schema.types' ? Object.keys(schema.getTypeMap()).length : (sizes[name] ?? 1);
}
