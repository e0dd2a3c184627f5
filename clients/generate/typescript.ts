// Writes what a client offers in TypeScript: an interface for each type and for each group of methods, with their words as comments.
import type { Access } from '../../contract/src/access.ts';
import { errors } from '../../contract/src/errors.ts';
import { pascalCase } from '../../contract/src/openapi-components.ts';
import type { ClientApi, Method, MethodGroup } from './client-api.ts';
import type { DataType, Field, NamedType } from '../../contract/src/data-types.ts';
import { comment, signature, union } from './typescript-layout.ts';

const HEAD = `// The types and the methods of the client, each of which calls an operation. \`npm run docs\` writes this file from the contract.
import type { Archive, UploadOptions } from './archive-source.ts';
import type { Call, CallOptions, PageCall, PageOptions } from './call.ts';
`;

export function typescriptOf({ types, groups }: ClientApi): string {
  return [HEAD, ...types.map(typeText), ...groups.map(groupText), allGroups(groups)].join('\n');
}

function typeText({ name, description, use, fields = [], values }: NamedType): string {
  const lines = values
    ? [union(`export type ${name} =`, values.map(quoted))]
    : [`export interface ${name} {`, ...fields.flatMap((field) => fieldText(field, use)), '}'];
  return [...comment([description]), ...lines, ''].join('\n');
}

/** In a query, a list may also be one text. What a request may leave out may be undefined, too. */
function fieldText({ name, type, isRequired, isNullable, description }: Field, use: NamedType['use']): string[] {
  const members = [
    ...(type.kind === 'values' ? type.values.map(quoted) : [typeName(type)]),
    ...(isNullable ? ['null'] : []),
    ...(use === 'query' && type.kind === 'list' ? ['string'] : []),
    ...(use !== 'reply' && !isRequired ? ['undefined'] : []),
  ];
  return [...comment([description], '  '), union(`  ${name}${isRequired ? '' : '?'}:`, members, '  ')];
}

function typeName(type: DataType): string {
  switch (type.kind) {
    case 'text':
      return 'string';
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'values':
      return type.values.map(quoted).join(' | ');
    case 'list':
      return type.of.kind === 'values' ? `(${typeName(type.of)})[]` : `${typeName(type.of)}[]`;
    case 'map':
      return `Record<string, ${typeName(type.of)}>`;
    case 'named':
      return type.name;
  }
}

const groupName = (name: string) => `${pascalCase(name)}Methods`;

function groupText({ name, description, methods }: MethodGroup): string {
  const lines = [`export interface ${groupName(name)} {`, ...methods.flatMap(methodText), '}', ''];
  return [...comment([description]), ...lines].join('\n');
}

function allGroups(groups: MethodGroup[]): string {
  const fields = groups.flatMap(({ name, description }) => [
    ...comment([description], '  '),
    `  ${name}: ${groupName(name)};`,
  ]);
  const words = comment(['The methods of all operations, in their groups.']);
  return [...words, 'export interface Methods {', ...fields, '}', ''].join('\n');
}

function methodText(method: Method): string[] {
  const { name, reply } = method;
  const words = comment(methodWords(method), '  ');
  if (reply.kind !== 'series') return [...words, signature(name, argumentsOf(method), replyText(method))];
  return [
    ...words,
    signature(name, argumentsOf(method, " & { format?: 'json' | undefined }"), replyText(method)),
    ...comment(['The same, as the text of a CSV file.'], '  '),
    signature(name, argumentsOf(method, " & { format: 'csv' }", true), 'Call<string>'),
  ];
}

/** Those of the path, the query, body or archive, and the options. */
function argumentsOf({ parameters, input, reply }: Method, restriction = '', isRequired = false): string[] {
  const path = parameters.map(({ name }) => `${name}: string`);
  if (input?.kind === 'archive') return [...path, 'archive: Archive', 'options: UploadOptions'];
  if (input?.kind === 'picture') return [...path, 'picture: Blob | Uint8Array<ArrayBuffer>', 'options?: CallOptions'];
  const mark = input?.isRequired || isRequired ? '' : '?';
  return [
    ...path,
    ...(input ? [`${input.kind}${mark}: ${input.type}${restriction}`] : []),
    `options?: ${reply.kind === 'page' ? 'PageOptions' : 'CallOptions'}`,
  ];
}

function replyText({ reply }: Method): string {
  if (reply.kind === 'page') return `PageCall<${reply.type}, ${reply.item}>`;
  if ('type' in reply) return `Call<${reply.type}>`;
  return `Call<${{ nothing: 'void', boolean: 'boolean', response: 'Response' }[reply.kind]}>`;
}

function methodWords({ summary, request, access, description, parameters, ...method }: Method): string[] {
  return [
    `${summary}: \`${request}\`. ${accessText(access)}`.trim(),
    '',
    description,
    '',
    ...parameters.map(({ name, description }) => `@param ${name} ${description}`),
    ...method.errors.map((code) => `@throws {CatalogError} ${codeText(code)}: ${errors[code].when}.`),
    `@throws {CatalogError} As every method: ${method.commonErrors.map(codeText).join(', ')}.`,
  ];
}

export function accessText(access: Access): string {
  if (typeof access === 'object') return `Needs the scope ${codeText(access.scope)}.`;
  return { public: '', credential: 'Needs a credential.', upload: 'Needs the token of an upload.' }[access];
}

const quoted = (text: string) => `'${text}'`;
const codeText = (text: string) => `\`${text}\``;
