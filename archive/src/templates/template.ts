// Reads what `realm.json` asks: `variables`, `parts` and `leaveOut`, with every default filled in.
import {
  ASK_PATTERN,
  FOLDER,
  formatNames,
  MAX_ASK_LENGTH,
  MAX_GLOBS,
  MAX_QUESTIONS,
  MAX_VALUE_LENGTH,
  QUESTION_NAME,
  REPLACES_PATTERN,
  type Part,
  type Template,
  type Variable,
} from '@realm-catalog/contract/templates';
import { cleanText, MAX_NON_STARTERS } from '@realm-catalog/contract/text';
import { refuseManifest } from '../refusal.ts';
import { globFault, openPaths } from './globs.ts';
import { spell, spellingNames } from './spellings.ts';
import { inFormat, readValue } from './values.ts';

type Fields = Record<string, unknown>;
/** The fields of a realm.json that ask something, as they stand there. */
type TemplateFields = Partial<Record<keyof Template, unknown>>;

/** Throws a `Refusal` that names the field and the reason. Unknown fields are left out. */
export function readTemplate({ variables = {}, parts = {}, leaveOut = [] }: TemplateFields): Template {
  const template = {
    variables: byName('variables', variables, readVariable),
    parts: byName('parts', parts, readPart),
    leaveOut: readGlobs('leaveOut', leaveOut),
  };
  const both = Object.keys(template.variables).find((name) => Object.hasOwn(template.parts, name));
  if (both !== undefined) refuseManifest(`parts.${both} must have another name than the variable`);
  requireDistinct(template.variables);
  if (globsOf(template).length > MAX_GLOBS)
    refuseManifest(`variables, parts and leaveOut must have at most ${MAX_GLOBS} globs together`);
  return template;
}

/** Throws a `Refusal` if a glob meets none of the files. Paths are relative to the realm's root. */
export function requireFiles(template: Template, paths: readonly string[]): void {
  const files = openPaths(paths);
  for (const { field, glob } of globsOf(template))
    if (files.matching([glob]).size === 0)
      refuseManifest(`${field} names ${glob}, and no file of the archive is met by that`);
}

/** Those that have to be compared: `**` meets everything. */
function globsOf({ variables, parts, leaveOut }: Template): { field: string; glob: string }[] {
  const lists: [string, string[]][] = [
    ...Object.entries(variables).map(([name, { files }]): [string, string[]] => [`variables.${name}.files`, files]),
    ...Object.entries(parts).map(([name, { files }]): [string, string[]] => [`parts.${name}.files`, files]),
    ['leaveOut', leaveOut],
  ];
  return lists.flatMap(([field, globs]) => globs.filter((glob) => glob !== '**').map((glob) => ({ field, glob })));
}

function byName<Item>(
  field: string,
  value: unknown,
  read: (field: string, item: Fields) => Item,
): Record<string, Item> {
  const items = Object.entries(objectAt(field, value));
  if (items.length > MAX_QUESTIONS) refuseManifest(`${field} must have at most ${MAX_QUESTIONS} entries`);
  const name = items.map(([name]) => name).find((name) => !isQuestionName.test(name));
  if (name !== undefined)
    refuseManifest(`${field} must have names of at most 40 letters, digits, - and _ that begin with a letter`);
  return Object.fromEntries(
    items.map(([name, item]) => [name, read(`${field}.${name}`, objectAt(`${field}.${name}`, item))]),
  );
}
const isQuestionName = new RegExp(QUESTION_NAME);

function readVariable(field: string, item: Fields): Variable {
  const { format = 'text', choices: named = [], files = ['**'] } = item;
  const ask = readAsk(field, item);
  const replaces = textAt(`${field}.replaces`, item['replaces'], MAX_VALUE_LENGTH);
  if (!isReplaceable.test(replaces))
    refuseManifest(
      `${field}.replaces must be two words or more of the letters a to z and digits, each beginning with an upper-case letter, such as Acme Shop`,
    );
  if (!isFormat(format)) return refuseManifest(`${field}.format must be one of: ${formatNames.join(', ')}`);
  const choices = readChoices(`${field}.choices`, named, format);
  const { default: typed = choices[0] ?? inFormat(replaces.split(' '), format) } = item;
  const isFolder = typed === FOLDER && choices.length === 0;
  const value = isFolder ? FOLDER : valueAt(`${field}.default`, typed, { format, choices });
  return { ask, replaces, default: value, format, choices, files: readGlobs(`${field}.files`, files) };
}
const isReplaceable = new RegExp(REPLACES_PATTERN);
const isFormat = (value: unknown): value is Variable['format'] => formatNames.some((name) => name === value);

function readPart(field: string, item: Fields): Part {
  const ask = readAsk(field, item);
  const files = readGlobs(`${field}.files`, item['files']);
  if (files.length === 0) refuseManifest(`${field}.files must name a file`);
  const { default: isWanted = true } = item;
  if (typeof isWanted !== 'boolean') return refuseManifest(`${field}.default must be true or false`);
  return { ask, files, default: isWanted };
}

function readAsk(field: string, { ask }: Fields): string {
  const text = textAt(`${field}.ask`, ask, MAX_ASK_LENGTH);
  if (text === '' || !isReadable.test(text))
    refuseManifest(`${field}.ask must be a question without invisible characters`);
  return text;
}
const isReadable = new RegExp(ASK_PATTERN, 'u');

function readChoices(field: string, value: unknown, format: Variable['format']): string[] {
  const choices = listAt(field, value).map((item) => valueAt(field, item, { format, choices: [] }));
  if (new Set(choices).size < choices.length) refuseManifest(`${field} must not hold a value twice`);
  return choices;
}

function readGlobs(field: string, value: unknown): string[] {
  return listAt(field, value).map((item) => {
    const glob = typeof item === 'string' ? item.replace(/^\.\//, '') : '';
    const fault = globFault(glob);
    return fault ? refuseManifest(`${field} ${fault}`) : glob;
  });
}

const wordsIn = (replaces: string) => replaces.toLowerCase().split(' ');
const spellingsOf = (replaces: string) => spellingNames.map((spelling) => spell(spelling, replaces.split(' ')));

/** No two variables may have a word, or a spelling, in common: it would not be clear which of them is meant. */
function requireDistinct(variables: Template['variables']): void {
  for (const textsOf of [wordsIn, spellingsOf]) {
    const known = new Map<string, string>();
    for (const [name, { replaces }] of Object.entries(variables)) {
      const texts = textsOf(replaces);
      const shared = texts.find((text) => known.has(text));
      if (shared !== undefined)
        refuseManifest(
          `variables.${name}.replaces must not have “${shared}” in common with variables.${known.get(shared)}.replaces`,
        );
      for (const text of texts) known.set(text, name);
    }
  }
}

function objectAt(field: string, value: unknown): Fields {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : refuseManifest(`${field} must be an object`);
}

function listAt(field: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) return refuseManifest(`${field} must be a list of texts`);
  return value.length > MAX_QUESTIONS ? refuseManifest(`${field} must have at most ${MAX_QUESTIONS} entries`) : value;
}

/** In NFC, without blanks around it. */
function textAt(field: string, value: unknown, maxLength: number): string {
  if (typeof value !== 'string') return refuseManifest(`${field} must be text`);
  const text = cleanText(value.trim());
  if (text === undefined)
    return refuseManifest(`${field} must not hold more than ${MAX_NON_STARTERS} combining marks in a row`);
  const isTooLong = Array.from(text).length > maxLength;
  return isTooLong ? refuseManifest(`${field} must have at most ${maxLength} characters`) : text;
}

function valueAt(field: string, value: unknown, rule: Parameters<typeof readValue>[0]): string {
  const { value: read, fault } = readValue(rule, textAt(field, value, MAX_VALUE_LENGTH));
  return read ?? refuseManifest(`${field} ${fault}`);
}
