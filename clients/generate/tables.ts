// The tables in docs/ that are made from the contract; `npm run docs` writes them, and a test compares them.
import { clientApi, type Method } from './client-api.ts';
import { scopeMeanings, type Access } from '../../contract/src/access.ts';
import { auditMeanings } from '../../contract/src/audit.ts';
import { errors } from '../../contract/src/errors.ts';
import type { Specification } from '../../contract/src/operation.ts';
import { chapters, specifications } from '../../contract/src/specifications.ts';

/** By the name that stands in the mark before each. */
const tables: Record<string, () => string> = {
  operations: operationTable,
  methods: methodTable,
  'query of listRealms': () => fieldTable('Parameter', specifications.listRealms.query),
  'query of getSeries': () => fieldTable('Parameter', specifications.getSeries.query),
  'query of listAudit': () => fieldTable('Parameter', specifications.listAudit.query),
  'body of createRealm': () => fieldTable('Field', specifications.createRealm.body),
  scopes: () =>
    table(
      ['Scope', 'Allows'],
      Object.entries(scopeMeanings).map(([scope, text]) => [code(scope), text]),
    ),
  errors: () =>
    table(
      ['Status', 'Code', 'When'],
      Object.entries(errors).map(([name, { status, when }]) => [String(status), code(name), when]),
    ),
  'audit actions': () =>
    table(
      ['Action', 'When', 'Details'],
      Object.entries(auditMeanings).map(([action, [when, details = '']]) => [code(action), when, details]),
    ),
};

const MARKED = /(<!-- npm run docs writes: ([\w ]+) -->\n).*?(<!-- end -->)/gs;

/** A document with its tables made anew. */
export function withTables(text: string): string {
  return text.replaceAll(MARKED, (_, mark: string, name: string, end: string) => {
    const make = tables[name];
    if (!make) throw new Error(`clients/generate/tables.ts has no table “${name}”`);
    return `${mark}${make()}\n${end}`;
  });
}

function operationTable(): string {
  const rows = chapters.flatMap(({ name, ids }) =>
    ids.map((id, at) => {
      const { method, path, access, summary }: Specification = specifications[id];
      const request = code(`${method} ${path.replace('...}', '}')}`);
      return [at === 0 ? name : '', request, summary, accessText(access), code(id)];
    }),
  );
  return table(['Chapter', 'Request', 'What it does', 'Needs', '`operationId`'], rows);
}

function accessText(access: Access): string {
  if (typeof access === 'object') return code(access.scope);
  return { public: '', credential: 'any credential', upload: 'the upload token' }[access];
}

function methodTable(): string {
  const rows = clientApi().groups.flatMap(({ name: group, methods }) =>
    methods.map(({ id, name, parameters, input, reply }) => {
      const taken = [...parameters.map(({ name }) => name), ...(input ? [inputText(input)] : [])];
      const given =
        'type' in reply ? reply.type : { nothing: '', boolean: 'boolean', response: 'Response' }[reply.kind];
      return [code(`${group}.${name}`), taken.map(code).join(', '), given && code(given), id];
    }),
  );
  return table(['Method', 'Takes', 'Gives', 'Operation'], rows);
}

function inputText(input: NonNullable<Method['input']>): string {
  if (input.kind === 'archive' || input.kind === 'picture') return input.kind;
  return `${input.kind}${input.isRequired ? '' : '?'}: ${input.type}`;
}

interface Field {
  enum?: readonly string[];
  items?: Field;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  default?: string | number;
  format?: string;
  description?: string;
}

/** Longer lists of values, and longer patterns, are left to the text. */
const MAX_VALUES = 10;
const MAX_PATTERN = 40;

function fieldTable(heading: string, { properties, required }: NonNullable<Specification['query']>): string {
  const rows = Object.entries<Field>(properties).map(([name, field]) => {
    const rules = [...(required.includes(name) ? ['required'] : []), ...rulesOf(field)].join(', ');
    const sentences = [field.description ?? '', rules && `${rules.charAt(0).toUpperCase()}${rules.slice(1)}.`];
    return [code(name), sentences.filter(Boolean).join(' ')];
  });
  return table([heading, 'Meaning'], rows);
}

const examples: Record<string, string> = { date: '2026-11-15', 'date-time': '2026-11-15T09:30:00Z' };

function rulesOf({ items, ...field }: Field): string[] {
  const { pattern, format, minLength, maxLength, maxItems, minimum } = field;
  const values = field.enum ?? items?.enum;
  return [
    ...(values && values.length <= MAX_VALUES ? [`one of ${values.map(code).join(', ')}`] : []),
    ...(format && examples[format] ? [`as ${code(examples[format])}`] : []),
    ...(pattern && pattern.length <= MAX_PATTERN ? [code(pattern.replace(/^\^|\$$/g, ''))] : []),
    ...(maxLength ? [minLength ? `${minLength}–${maxLength} characters` : `at most ${maxLength} characters`] : []),
    ...(maxItems ? [`at most ${maxItems}`] : []),
    ...(minimum === undefined ? [] : [`a whole number from ${minimum}`]),
    ...(field.default === undefined ? [] : [`default ${code(String(field.default))}`]),
  ];
}

const code = (text: string) => `\`${text}\``;

const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

function table(head: string[], rows: string[][]): string {
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n').replaceAll('|  |', '| |');
}
