// `realm.json`: the few fields that the catalog takes from it, checked against their published schema.
import { ManifestSchema, type Manifest } from '@realm-catalog/contract';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { compile } from '../http/validation.ts';
import { Refusal } from './refusal.ts';
import { cleanText } from './texts.ts';

// Ajv knows 2020-12 by another class; the keywords used here mean the same in every draft.
const { $schema: _draft, ...schema } = ManifestSchema;
/** Compiled when the first manifest is read: most processes never read one. */
let isManifest: ValidateFunction | undefined;

const fields = ['version', 'longDescription', 'features', 'requirements', 'demo', 'license'] as const;

/** The fields of a manifest; none when there is no file. Unknown ones are left out; of two of one name, the last counts. */
export function readManifest(text: string): Manifest {
  if (text === '') return {};
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse('must be a JSON object');
  const given = value as Record<string, unknown>;
  const taken = clean(
    Object.fromEntries(fields.flatMap((name) => (Object.hasOwn(given, name) ? [[name, given[name]]] : []))),
  );
  isManifest ??= compile(schema);
  if (!isManifest(taken)) {
    const errors = isManifest.errors as ErrorObject[];
    refuse(errors.slice(0, 3).map(toSentence).join('; '));
  }
  checkText(taken, '');
  const manifest = taken as Manifest;
  if (manifest.demo && !URL.canParse(manifest.demo)) refuse('demo must be an absolute http or https address');
  return manifest;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('must be valid JSON');
  }
}

function refuse(why: string): never {
  throw new Refusal(`cannot be used: ${why.startsWith('must') ? 'it ' : ''}${why}`, 'realm.json');
}

/** What the catalog takes is at most an object in an object. */
const DEEPEST = 2;

/** Text in NFC, without blanks around it. */
function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > DEEPEST) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clean(item, depth + 1)]));
}

function checkText(value: unknown, field: string, depth = 0): void {
  if (typeof value === 'object' && value !== null && depth <= DEEPEST)
    for (const [name, item] of Object.entries(value)) checkText(item, field ? `${field}.${name}` : name, depth + 1);
  const unwanted = field === 'longDescription' ? /[^\P{Cc}\n\t]|\p{Cs}/u : /[\p{Cc}\p{Cs}]/u;
  if (typeof value === 'string' && unwanted.test(value)) refuse(`${field} must not hold control characters`);
}

/** What a field must be, by the keyword that it breaks: a type of this name, or the pattern of this field. */
const sentences: Record<string, string> = {
  'type string': 'must be text',
  'type boolean': 'must be true or false',
  'type object': 'must be an object',
  'pattern version': 'must be a semantic version such as 1.0.0',
  'pattern demo': 'must be an absolute http or https address',
};

function toSentence({ instancePath, keyword, params }: ErrorObject): string {
  const field = instancePath.slice(1).replaceAll('/', '.');
  const { limit, type = field } = params as { limit?: number; type?: string };
  if (keyword === 'maxLength') return `${field} must have at most ${Number(limit).toLocaleString('en')} characters`;
  return `${field} ${sentences[`${keyword} ${type}`]}`;
}
