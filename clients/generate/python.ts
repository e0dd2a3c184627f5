// Writes what a client offers in Python: a class for each group of methods, with a method for each operation, whose arguments are the fields of its query or body.
import { errors } from '../../contract/src/errors.ts';
import { pascalCase } from '../../contract/src/openapi-components.ts';
import type { Specification } from '../../contract/src/operation.ts';
import { specifications } from '../../contract/src/specifications.ts';
import type { ClientApi, Method, MethodGroup } from './client-api.ts';
import type { Field, NamedType } from '../../contract/src/data-types.ts';
import { call, docstring, pythonFile, snakeCase, typed } from './python-layout.ts';
import { isWritten, pagesName, quoted, typeName } from './python-types.ts';
import { accessText } from './typescript.ts';

export { pythonTypesOf } from './python-types.ts';

const HEAD = `"""A method for each operation of the API. \`npm run docs\` writes this file from the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from . import _generated_types as types
from ._calls import MethodGroup, nullable
from ._options import UNSET

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ._archive_source import Archive, OnProgress
    from ._calls import Caller
    from ._options import CallOptions, Unset
    from ._streams import StreamedResponse`;

export function pythonOf(api: ClientApi): string {
  const written = new Set(api.types.filter((type) => type.values || isWritten(type)).map(({ name }) => name));
  const groups = api.groups.map((group) => groupText(group, api.types, written));
  return pythonFile([HEAD.split('\n'), ...groups, allGroups(api.groups)]);
}

const groupName = (name: string) => `${pascalCase(name)}Methods`;

function groupText(group: MethodGroup, types: NamedType[], written: ReadonlySet<string>): string[] {
  return [
    `class ${groupName(group.name)}(MethodGroup):`,
    ...docstring([group.description], '    '),
    '',
    '    __slots__ = ()',
    ...group.methods.flatMap((method) => ['', ...methodText(method, argumentsOf(method, types, written))]),
  ];
}

function allGroups(groups: MethodGroup[]): string[] {
  const names = groups.map(({ name }) => [snakeCase(name), groupName(name)] as const);
  return [
    'class Methods:',
    '    """The methods of all operations, in their groups."""',
    '',
    '    __slots__ = (',
    ...names.map(([name]) => `        "${name}",`),
    '    )',
    '',
    '    def __init__(self, caller: Caller) -> None:',
    ...names.map(([name, type]) => `        self.${name} = ${type}(caller)`),
  ];
}

/** An argument for a field: its name in Python, its type with what it is by itself, what is said of it, and the name in the API. */
interface Argument {
  name: string;
  type: string;
  fallback?: string;
  description: string;
  field: string;
}

/** Those of the query or the body. A body may rename what the path names. */
function argumentsOf({ input, parameters, name }: Method, types: NamedType[], written: ReadonlySet<string>) {
  if (!input || !('type' in input)) return [];
  const { fields = [] } = types.find((type) => type.name === input.type) ?? {};
  const taken = new Set([...parameters.map((one) => one.name), 'self', 'options', 'max']);
  return fields.map((field): Argument => {
    const python = snakeCase(field.name);
    const argument = taken.has(python) ? `new_${python}` : python;
    if (argument !== python && input.kind !== 'body') throw new Error(`${name}: ${python} is taken`);
    return { name: argument, description: field.description, field: field.name, ...typeOf(field, input.kind, written) };
  });
}

/** In a query, a list may also be one text. What may be null is left out by a value of its own. */
function typeOf(field: Field, kind: 'query' | 'body', written: ReadonlySet<string>) {
  const { type, isRequired, isNullable } = field;
  if (type.kind === 'named' && !written.has(type.name)) throw new Error(`no type ${type.name}`);
  const base = typeName(type, 'types.', 'Sequence') + (kind === 'query' && type.kind === 'list' ? ' | str' : '');
  if (isNullable)
    return { type: `${base} | None${isRequired ? '' : ' | Unset'}`, ...(!isRequired && { fallback: 'UNSET' }) };
  return isRequired ? { type: base } : { type: `${base} | None`, fallback: 'None' };
}

function methodText(method: Method, fields: Argument[]): string[] {
  const body = [...docstring(methodWords(method, fields), '        '), ...callText(method, fields)];
  if (method.reply.kind !== 'series') return [...signature(method, fields, replyType(method)), ...body];
  const json = restricted(fields, 'Literal["json"] | None', 'None');
  const csv = restricted(fields, 'Literal["csv"]');
  const { type } = method.reply;
  return [
    '    @overload',
    ...signature(method, json, `types.${type}`, ' ...'),
    '',
    '    @overload',
    ...signature(method, csv, 'str', ' ...'),
    '',
    ...signature(method, fields, `types.${type} | str`),
    ...body,
  ];
}

/** With another type for the argument `format`, by which a series is CSV. */
function restricted(fields: Argument[], type: string, fallback?: string): Argument[] {
  return fields.map((field) => {
    if (field.name !== 'format') return field;
    const { fallback: _, ...rest } = field;
    return { ...rest, type, ...(fallback && { fallback }) };
  });
}

function signature(method: Method, fields: Argument[], reply: string, end = ''): string[] {
  const own = fields.map(({ name, type, fallback }) => typed('        ', name, type, fallback ? ` = ${fallback}` : ''));
  const sent = {
    archive: ['archive: Archive', 'token: str', 'on_progress: OnProgress | None = None'],
    picture: ['picture: bytes'],
  };
  const kind = method.input?.kind;
  const parts = [
    'self',
    ...method.parameters.map(({ name }) => `${snakeCase(name)}: str`),
    '*',
    ...own,
    ...(kind === 'archive' || kind === 'picture' ? sent[kind] : []),
    ...(method.reply.kind === 'page' ? ['max: int | None = None'] : []),
    'options: CallOptions | None = None',
  ];
  return call('    ', `def ${snakeCase(method.name)}`, parts, ` -> ${reply}:${end}`);
}

function replyType({ reply }: Method): string {
  if (reply.kind === 'page') return `types.${pagesName(reply.type)}`;
  if ('type' in reply) return `types.${reply.type}`;
  return { nothing: 'None', boolean: 'bool', response: 'StreamedResponse' }[reply.kind];
}

/** The lines that call the operation, and make a class of its answer. */
function callText(method: Method, fields: Argument[]): string[] {
  const { id, input, reply } = method;
  const { path, hasIdempotencyKey }: Specification = specifications[id];
  const where = [quoted(path), tupleOf(method.parameters.map(({ name }) => snakeCase(name)))];
  const start = fields.length > 0 ? dictionary(input?.kind ?? '', fields) : [];
  if (reply.kind === 'page') {
    const query = fields.length > 0 ? 'query' : '{}';
    const parts = ['self._caller', ...where, query, marksText(reply.marks), 'max', 'options'];
    return [...start, ...call(INDENT, `return types.${pagesName(reply.type)}`, parts, '')];
  }
  if (input?.kind === 'archive') {
    const parts = [...where, 'archive', 'token', 'on_progress', 'options'];
    const made = `${INDENT}return ${replyType(method)}.from_dict(data)`;
    return [...call(INDENT, 'data = self._caller.upload', parts, ''), made];
  }
  const parts = [
    quoted(specifications[id].method),
    ...where,
    ...(input ? [`${input.kind}=${input.kind}`] : []),
    ...(hasIdempotencyKey ? ['has_key=True'] : []),
    ...('marks' in reply ? [`marks=${marksText(reply.marks)}`] : []),
    'options=options',
  ];
  return [...start, ...answerText(reply, parts)];
}

const INDENT = ' '.repeat(8);

const marksText = (marks: string[]) => tupleOf(marks.map(quoted));

/** That of one has a comma. */
const tupleOf = (names: string[]) => `(${names.join(', ')}${names.length === 1 ? ',' : ''})`;

function answerText(reply: Method['reply'], parts: string[]): string[] {
  if (!('type' in reply)) {
    const starts = {
      nothing: 'self._caller.data',
      boolean: 'return self._caller.found',
      response: 'return self._caller.stream',
    };
    return call(INDENT, starts[reply.kind], parts, '');
  }
  const made = `types.${reply.type}.from_dict(data)`;
  const result = reply.kind === 'series' ? `data if isinstance(data, str) else ${made}` : made;
  return [...call(INDENT, 'data = self._caller.data', parts, ''), `${INDENT}return ${result}`];
}

function dictionary(name: string, fields: Argument[]): string[] {
  const valueOf = ({ name, fallback }: Argument) => (fallback === 'UNSET' ? `nullable(${name})` : name);
  const entries = fields.map((field) => `${INDENT}    "${field.field}": ${valueOf(field)},`);
  return [`${INDENT}${name}: dict[str, Any] = {`, ...entries, `${INDENT}}`];
}

function methodWords(method: Method, fields: Argument[]): string[] {
  const { summary, request, access, description } = method;
  const named = [
    ...method.parameters.map(({ name, description }) => [snakeCase(name), description]),
    ...fields.map(({ name, description }) => [name, description]),
    ...(method.reply.kind === 'page' ? [['max', 'How many items an iteration gives at most.']] : []),
  ];
  const raised = method.errors.map((code) => `\`${code}\`: ${errors[code].when}.`);
  const common = method.commonErrors.map((code) => `\`${code}\``).join(', ');
  return [
    `${summary}: \`${request}\`. ${accessText(access)}`.trim(),
    ...(description ? ['', description] : []),
    ...(named.length > 0 ? ['', ...named.map(([name, words]) => `:param ${name}: ${words}`.trimEnd())] : []),
    '',
    ...raised.map((words) => `:raises CatalogError: ${words}`),
    `:raises CatalogError: As every method: ${common}.`,
  ];
}
