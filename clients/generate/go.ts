// Writes what a client offers in Go: a struct for each type, a service with methods for each group, as gofmt has it.
import type { ClientApi } from './client-api.ts';
import { isSecret, type DataType, type Field, type NamedType } from '../../contract/src/data-types.ts';
import { aligned, comment, constants, exported, lowerFirst } from './go-layout.ts';
import { clientText, groupText, keyText, pageText } from './go-methods.ts';

const HEAD = `// Code generated from the contract of the catalog by npm run docs. DO NOT EDIT.

package realmcatalog

import (
	"context"
	"fmt"
	"net/http"
)
`;

/** Types of values that many fields have, by their values; others are named by the first field that has them. */
const namesOfValues: Record<string, string> = {
  'relevance,downloads,recent,trending,stars,newest,updated,name': 'RealmSort',
  'category,tags,license,author': 'FacetName',
  'demo,preview,screenshots': 'RealmFeature',
  'day,week,month': 'Interval',
  'downloads,realms,users': 'Metric',
  'free,premium': 'Plan',
  'user,curator,admin': 'Role',
  'public,confidential': 'OAuthClientType',
  'authorization_code,refresh_token,device_code,client_credentials': 'GrantType',
  'added,removed,changed': 'ChangeKind',
  'free,authenticated,premium': 'Tier',
};

/** A query leaves out what is zero. In these fields, false is something else than nothing. */
const threeValued = new Set(['ListUsersQuery.suspended']);

interface Names {
  /** Of the types of values without a name in the contract, by these values. */
  values: Map<string, string>;
  /** Of the types that a PATCH sends, in which nothing is something else than zero. */
  patches: Set<string>;
  /** Of the structs. */
  structs: Set<string>;
}

export function goOf(api: ClientApi): string {
  const structs = new Set(api.types.flatMap(({ name, values }) => (values ? [] : [name])));
  const names: Names = { values: valuesOf(api.types), patches: patchesOf(api), structs };
  const pages = api.groups.flatMap(({ methods }) =>
    methods.flatMap(({ reply }) => (reply.kind === 'page' ? reply : [])),
  );
  return [
    HEAD,
    ...api.types.map((type) => typeText(type, names)),
    ...Array.from(names.values, ([values, name]) => constants(name, values.split(','))),
    clientText(api.groups),
    ...api.groups.map(groupText),
    ...Array.from(new Map(pages.map((page) => [page.type, page])).values(), (page) => pageText(page.type, api.types)),
    ...Array.from(new Set(pages.map(({ item }) => item)), (item) => keyText(item, api.types)),
  ].join('\n');
}

function valuesOf(types: NamedType[]): Names['values'] {
  const found = new Map<string, string>();
  for (const { name, fields = [] } of types)
    for (const field of fields) {
      const type = field.type.kind === 'list' ? field.type.of : field.type;
      const values = type.kind === 'values' ? type.values.join(',') : '';
      const ownName = exported(name.replace(/(?:Query|Body)$/, '')) + exported(field.name);
      if (values && !isFormat(field) && !found.has(values)) found.set(values, namesOfValues[values] ?? ownName);
    }
  return found;
}

/** With the objects in them. */
function patchesOf({ groups, types }: ClientApi): Names['patches'] {
  const found = new Set<string>();
  const add = (name: string) => {
    found.add(name);
    for (const { type } of types.find((one) => one.name === name)?.fields ?? [])
      if (type.kind === 'named' && types.some(({ name, fields }) => name === type.name && fields)) add(type.name);
  };
  for (const { request, input } of groups.flatMap(({ methods }) => methods))
    if (request.startsWith('PATCH') && input && 'type' in input) add(input.type);
  return found;
}

/** A series has two methods, so that its query needs no format. */
const isFormat = ({ name, type }: Field) =>
  name === 'format' && type.kind === 'values' && type.values.join(',') === 'json,csv';

function typeText(type: NamedType, names: Names): string {
  const name = exported(type.name);
  const words = comment([sentence(name, type.description)]);
  if (type.values) return [...words, constants(name, type.values)].join('\n');
  const fields = (type.fields ?? []).filter((field) => !isFormat(field));
  const isPatch = names.patches.has(type.name);
  const lines = aligned(
    fields.map((field) => ({
      comment: comment([field.description], '\t'),
      cells: [exported(field.name), fieldType(field, type, names), tagOf(field)],
    })),
  );
  const secrets = type.use === 'reply' ? fields.filter(isSecret) : [];
  return [
    ...words,
    `type ${name} struct {`,
    ...lines,
    '}',
    ...(isPatch ? ['', marshalText(name)] : []),
    ...(secrets.length > 0 ? ['', formatText(name, secrets)] : []),
    '',
  ].join('\n');
}

/** “RealmPage is a page of a list of realms.” */
function sentence(name: string, description: string): string {
  const words = description.replaceAll(
    /`([a-z]\w*)\.([a-z]\w*)`/gi,
    (_, owner: string, member: string) => `${exported(owner)}.${exported(member)}`,
  );
  return /^(?:An?|The|What|Where|Who|How|One|All|Another) /.test(words)
    ? `${name} is ${lowerFirst(words)}`
    : `${name}: ${words}`;
}

function fieldType(field: Field, owner: NamedType, names: Names): string {
  const plain = typeName(field.type, owner.use, names);
  const isOptional = !field.isRequired;
  if (field.isNullable) return owner.use === 'reply' ? `*${plain}` : `*Nullable[${plain}]`;
  if (field.type.kind === 'list' || field.type.kind === 'map') return plain;
  const isStruct = field.type.kind === 'named' && names.structs.has(field.type.name);
  const isPointer = isOptional && (isStruct || names.patches.has(owner.name));
  return isPointer || threeValued.has(`${owner.name}.${field.name}`) ? `*${plain}` : plain;
}

const tagOf = ({ name, isRequired }: Field) => `\`json:"${name}${isRequired ? '' : ',omitempty'}"\``;

/** A PATCH tells an empty list from none, which `omitempty` does not. */

const marshalText = (
  name: string,
) => `// MarshalJSON leaves out what is nil, and keeps an empty list, which takes away what was there.
func (b ${name}) MarshalJSON() ([]byte, error) { return marshalWithoutNil(b) }`;

function formatText(name: string, secrets: Field[]): string {
  const hidden = secrets.map((field) => {
    const value = field.type.kind === 'list' ? '[]string{"…"}' : '"…"';
    return `\tv.${exported(field.name)} = ${value}`;
  });
  return [
    '// Format prints it without what nobody should find in a log.',
    `func (v ${name}) Format(state fmt.State, _ rune) {`,
    `\ttype plain ${name}`,
    ...hidden,
    '\tfmt.Fprintf(state, "%+v", plain(v))',
    '}',
  ].join('\n');
}

function typeName(type: DataType, use: NamedType['use'], names: Names): string {
  switch (type.kind) {
    case 'text':
      return 'string';
    case 'integer':
      return use === 'query' ? 'int' : 'int64';
    case 'boolean':
      return 'bool';
    case 'values':
      return names.values.get(type.values.join(',')) ?? 'string';
    case 'list':
      return `[]${typeName(type.of, use, names)}`;
    case 'map':
      return `map[string]${typeName(type.of, use, names)}`;
    case 'named':
      return exported(type.name);
  }
}
