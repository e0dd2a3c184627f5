// The types of what the API takes and answers with, as plain data: every object has a name, words and fields, for any language to be written in.
import { pascalCase } from './openapi-components.ts';
import { meanings, schemas } from './specifications.ts';

/** In terms that every language has. */
export type DataType =
  | { kind: 'text' | 'integer' | 'boolean' }
  | { kind: 'values'; values: readonly string[] }
  | { kind: 'list' | 'map'; of: DataType }
  | { kind: 'named'; name: string };

export interface Field {
  name: string;
  type: DataType;
  isRequired: boolean;
  isNullable: boolean;
  description: string;
}

/** What has a type: requests may leave out more than replies do, and in a query a list may also be one text. */
type Use = 'query' | 'body' | 'reply';

/** What a reply has that nobody should find in a log: it opens something. */
export const isSecret = ({ name }: Field) =>
  /^(?:token|uploadToken|refreshToken|key|secret|clientSecret|uri|codes|downloadUrl)$/.test(name);

/** An object with fields, or one of some texts. */
export interface NamedType {
  name: string;
  description: string;
  use: Use;
  fields?: Field[];
  values?: readonly string[];
}

/** What the forms of `schema.ts` have in common. */
export interface Schema {
  type?: string | readonly string[];
  enum?: readonly string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: PropertyKey[];
  additionalProperties?: Schema;
  description?: string;
  default?: unknown;
  examples?: readonly unknown[];
}

/** Where a schema is that has no name of its own: the type and the property that it belongs to. */
interface Place {
  owner: string;
  property: string;
  /** Whether it is one of the values of a list or a map. */
  isItem: boolean;
  use: Use;
}

/**
 * The names that differ from those of the OpenAPI document: what people mean by a realm is all of it, and clients call the token of an upload
 * and the headers about the limit `Upload` and `RateLimit`.
 */
const otherNames: Record<string, string> = {
  RealmDetail: 'Realm',
  Upload: 'OpenedUpload',
  RateLimit: 'RateLimitStatus',
};

/** What a schema is known by. A copy with another description is still the same type. */
const identityOf = (schema: Schema): object => schema.properties ?? schema.enum ?? schema;

const namedSchemas = new Map(
  Object.entries<Schema>(schemas).map(([name, schema]) => [
    identityOf(schema),
    { name: otherNames[name] ?? name, description: schema.description ?? meanings[name] ?? '' },
  ]),
);

/** Collects the types that are asked for, and those that they are made of. */
export function collectTypes() {
  const types = new Map<object, NamedType>();

  function typeOf(schema: Schema, place: Place): DataType {
    const { items, additionalProperties } = schema;
    if (schema.properties) return objectType(schema, place);
    if (schema.enum) return valuesType(schema.enum, place);
    if (items) return { kind: 'list', of: typeOf(items, { ...place, isItem: true }) };
    if (additionalProperties) return { kind: 'map', of: typeOf(additionalProperties, { ...place, isItem: true }) };
    if (schema.type === 'string') return { kind: 'text' };
    if (schema.type === 'integer' || schema.type === 'boolean') return { kind: schema.type };
    throw new Error(`${place.owner}.${place.property}: clients know no schema as ${JSON.stringify(schema)}`);
  }

  function objectType(schema: Schema, place: Place): DataType {
    const named = namedSchemas.get(identityOf(schema));
    const words = `${place.isItem ? 'One of the' : 'The'} \`${place.property}\` of \`${place.owner}\`.`;
    const description = [words, schema.description ?? ''].join(' ').trim();
    return add(schema, named ?? { name: nestedName(place), description }, place.use);
  }

  function valuesType(values: readonly string[], { use }: Place): DataType {
    const named = namedSchemas.get(values);
    if (!named) return { kind: 'values', values };
    if (!types.has(values)) types.set(values, { ...named, use, values });
    return { kind: 'named', name: named.name };
  }

  /** Adds the type of an object and, after it, those of its fields. */
  function add(schema: Schema, { name, description }: Pick<NamedType, 'name' | 'description'>, use: Use): DataType {
    const known = types.get(identityOf(schema));
    if (known) {
      if (known.use !== use) throw new Error(`${known.name} is in a ${known.use} and in a ${use}`);
      return { kind: 'named', name: known.name };
    }
    if (types.values().some((other) => other.name === name)) throw new Error(`two types are called ${name}`);
    const fields: Field[] = [];
    types.set(identityOf(schema), { name, description, use, fields });
    const required = new Set(schema.required);
    for (const [property, field] of Object.entries(schema.properties ?? {}))
      fields.push({
        name: property,
        type: typeOf(field, { owner: name, property, isItem: false, use }),
        isRequired: required.has(property),
        isNullable: Array.isArray(field.type) && field.type.includes('null'),
        description: wordsOf(field),
      });
    return { kind: 'named', name };
  }

  return { add, typeOf, types: () => [...types.values()] };
}

/** The features of a `VersionDetail` are `VersionFeatures`, and each of the days of a `DownloadSeries` is a `DownloadSeriesDay`. */
function nestedName({ owner, property, isItem }: Place): string {
  const word = isItem ? property.replace(/ies$/, 'y').replace(/s$/, '') : property;
  return owner.replace(/(?:Page|List|Detail|Body|Query)$/, '') + pascalCase(word);
}

/** What is said of a field; where nothing is, what its type stands for, or an example. */
function wordsOf(schema: Schema): string {
  const [example] = schema.examples ?? [];
  const isTelling = typeof example === 'string' && /^[^`\n]{1,60}$/.test(example);
  const words =
    schema.description ??
    namedSchemas.get(identityOf(schema))?.description ??
    (isTelling ? `For example \`${example}\`.` : '');
  const fallback = schema.default as string | number | boolean | undefined;
  return [words, ...(fallback === undefined ? [] : [`Default: \`${fallback}\`.`])].join(' ').trim();
}
