// Writes what the API answers with as Python: a frozen dataclass for each type, and the pages of each list.
import type { ClientApi, Method } from './client-api.ts';
import { isSecret, type DataType, type Field, type NamedType } from '../../contract/src/data-types.ts';
import { alias, docstring, pythonFile, snakeCase, typed } from './python-layout.ts';

const HEAD = `"""What the API takes and answers with. \`npm run docs\` writes this file from the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ._paging import Pages
from ._records import Record, made_when_needed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from dataclasses import dataclass
else:  # to make all of these classes at once would take longer than to load the rest
    from ._records import dataclass`;

const END = `__getattr__ = made_when_needed(globals())`;

export function pythonTypesOf(api: ClientApi): string {
  const texts = api.types.filter(({ values }) => values).map(aliasText);
  const objects = api.types.filter((type) => type.fields && isWritten(type));
  const names = new Set(objects.map(({ name }) => name));
  const classes = objects.map((type) => classText(type, names));
  const pages = pagesOf(api);
  const exported = [...api.types.filter(({ values }) => values), ...objects].map(({ name }) => name);
  const all = [...exported, ...pages.keys().map(pagesName)].toSorted().map((name) => `    "${name}",`);
  return pythonFile([HEAD.split('\n'), ['__all__ = [', ...all, ']'], ...texts, ...classes, ...pages.values(), [END]]);
}

/** The queries and bodies themselves are arguments of methods; what is in a body has a type. */
export const isWritten = ({ use, name }: NamedType) => use === 'reply' || !/(?:Query|Body)$/.test(name);

function aliasText({ name, description, values = [] }: NamedType): string[] {
  return [...alias(name, values.map(quoted)), ...docstring([description], '')];
}

function classText({ name, description, fields = [] }: NamedType, classes: ReadonlySet<string>): string[] {
  const types = fields.flatMap(({ name, type }) => {
    const named = classOf(type, classes);
    return named ? [`"${snakeCase(name)}": "${named}"`] : [];
  });
  const secrets = fields.filter(isSecret).map(({ name }) => `"${snakeCase(name)}"`);
  return [
    '@dataclass(frozen=True, slots=True, kw_only=True)',
    `class ${name}(Record):`,
    ...docstring([description], '    '),
    '',
    ...(types.length > 0 ? ['    _types = {', ...types.map((entry) => `        ${entry},`), '    }'] : []),
    ...(secrets.length > 0 ? [`    _secrets = (${secrets.join(', ')},)`] : []),
    ...(types.length + secrets.length > 0 ? [''] : []),
    ...fields.flatMap(fieldText),
  ];
}

function fieldText({ name, type, isRequired, isNullable, description }: Field): string[] {
  const none = isNullable || !isRequired ? ' | None' : '';
  const line = typed('    ', snakeCase(name), typeName(type) + none, isRequired ? '' : ' = None');
  return [`    ${line}`, ...(description ? docstring([description], '    ') : [])];
}

/** The class of a value, or of those of its list; in braces, that of the values of a map. Undefined for texts and numbers. */
function classOf(type: DataType, classes: ReadonlySet<string>): string | undefined {
  if (type.kind === 'named') return classes.has(type.name) ? type.name : undefined;
  const inner = 'of' in type ? classOf(type.of, classes) : undefined;
  if (inner?.startsWith('{')) throw new Error(`Python’s client knows no ${type.kind} of maps`);
  return inner && type.kind === 'map' ? `{${inner}}` : inner;
}

/** In Python. `prefix` stands before names. */
export function typeName(type: DataType, prefix = '', list = 'tuple'): string {
  switch (type.kind) {
    case 'text':
      return 'str';
    case 'integer':
      return 'int';
    case 'boolean':
      return 'bool';
    case 'values':
      return `Literal[${type.values.map(quoted).join(', ')}]`;
    case 'list':
      return list === 'tuple'
        ? `tuple[${typeName(type.of, prefix, list)}, ...]`
        : `Sequence[${typeName(type.of, prefix, list)}]`;
    case 'map':
      return `Mapping[str, ${typeName(type.of, prefix, list)}]`;
    case 'named':
      return prefix + type.name;
  }
}

export const pagesName = (type: string) => `${type.replace(/Page$/, '')}Pages`;

/** For each type of page, a class that has its fields and iterates over all items. */
function pagesOf({ types, groups }: ClientApi): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { reply } of groups.flatMap(({ methods }): Method[] => methods)) {
    if (reply.kind !== 'page') continue;
    const { fields = [], description = '' } = types.find(({ name }) => name === reply.type) ?? {};
    found.set(reply.type, [
      `class ${pagesName(reply.type)}(Pages["${reply.type}", "${reply.item}"]):`,
      ...docstring(
        [`${description} Its fields are those of the first page; it iterates over the items of all.`],
        '    ',
      ),
      '',
      '    __slots__ = ()',
      `    _page_type = "${reply.type}"`,
      ...fields.flatMap((field) => propertyText(field)),
    ]);
  }
  return found;
}

function propertyText({ name, type, isRequired, description }: Field): string[] {
  const python = snakeCase(name);
  return [
    '',
    '    @property',
    `    def ${python}(self) -> ${typeName(type)}${isRequired ? '' : ' | None'}:`,
    ...docstring([description || 'Those of the first page.'], '        '),
    `        return self.page().${python}`,
  ];
}

export const quoted = (text: string) => JSON.stringify(text);
