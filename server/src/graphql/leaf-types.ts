// The leaves of the schema: scalars, and enums for the texts that the contract counts up.
import type { DataType } from '@realm-catalog/contract/data-types';
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLID,
  GraphQLInt,
  GraphQLScalarType,
  GraphQLString,
  type GraphQLLeafType,
} from 'graphql';

/** GraphQL's `Int` ends at 2,147,483,647; downloads and bytes do not. */
const bigFields = new Set(['downloadCount', 'recentDownloads', 'totalDownloads', 'Usage.used', 'Usage.limit']);

const WholeNumber = new GraphQLScalarType<number, number>({
  name: 'BigInt',
  description:
    'A whole number up to 9,007,199,254,740,991, as JSON has it: without quotation marks. Generated code has a type for it if you name one: ' +
    '`number` in TypeScript, `int` in Python, `int64` in Go, `Long` in Kotlin.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-6', // the numbers of JSON, and how far whole ones are exact
});

/** What the contract says of a type that has a name. */
export interface NamedValues {
  values?: readonly string[];
  description: string;
}

export type LeafType = (type: DataType, owner: string, property: string) => GraphQLLeafType;

export function leafTypes(findNamed: (name: string) => NamedValues): LeafType {
  const enums = new Map<readonly string[], GraphQLEnumType>();

  /** Texts that are no names in GraphQL, such as scopes, stay texts. */
  function enumOf(name: string, { values = [], description }: NamedValues): GraphQLLeafType {
    if (!values.every((value) => /^[a-z_]\w*$/i.test(value))) return GraphQLString;
    const known = enums.get(values);
    if (known) return known;
    const named = Object.fromEntries(values.map((value) => [value, {}]));
    const made = new GraphQLEnumType({ name, description: description || null, values: named });
    enums.set(values, made);
    return made;
  }

  return (type, owner, property) => {
    if (type.kind === 'boolean') return GraphQLBoolean;
    if (type.kind === 'integer')
      return bigFields.has(property) || bigFields.has(`${owner}.${property}`) ? WholeNumber : GraphQLInt;
    if (type.kind === 'named') return enumOf(type.name, findNamed(type.name));
    if (type.kind === 'values') return enumOf(owner + capitalized(property), { values: type.values, description: '' });
    return property === 'id' ? GraphQLID : GraphQLString;
  };
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
