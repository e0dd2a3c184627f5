// Reads `realm.json`: the few fields that the catalog takes from it, checked against their published schema.
import { ManifestSchema, type Manifest } from '@realm-catalog/contract/manifest';
import type { Template } from '@realm-catalog/contract/templates';
import { cleanText, MAX_NON_STARTERS } from '@realm-catalog/contract/text';
import { refuseManifest as refuse } from './refusal.ts';
import { toMarkdown } from './archive-text.ts';
import { toScreenshots } from './screenshots.ts';
import { readTemplate } from './templates/template.ts';

/** All keywords that the published schema uses. A field without a type is ignored. */
interface FieldSchema {
  type?: string;
  maxLength?: number;
  pattern?: string;
  properties?: Record<string, FieldSchema>;
  description?: string;
}

/** The fields of a manifest; none for an empty text. Unknown fields are left out. If a name stands twice, the last value counts. */
export function readManifest(text: string): Manifest {
  if (text === '') return {};
  const value = parse(text);
  if (typeOf(value) !== 'object') refuse('must be a JSON object');
  const { variables: _variables, parts: _parts, leaveOut: _leaveOut, ...plain } = ManifestSchema.properties;
  const { screenshots: named, ...others } = clean(value, { properties: plain }, '') as Record<string, unknown>;
  const faults = [...faultsOf(others, ManifestSchema, '')];
  const screenshots = named === undefined ? undefined : toScreenshots(named);
  if (typeof screenshots === 'string') faults.push(`screenshots ${screenshots}`);
  if (faults.length > 0) refuse(faults.slice(0, 3).join('; '));
  const manifest = { ...others, ...(screenshots && { screenshots }), ...templateOf(value as object) } as Manifest;
  if (manifest.preview !== undefined) manifest.preview = folderOf(manifest.preview);
  if (manifest.demo && !URL.canParse(manifest.demo)) refuse('demo must be an absolute http or https address');
  return manifest;
}

/** Those of its fields that are there. */
function templateOf(manifest: Partial<Template>): Partial<Template> {
  const template = readTemplate(manifest);
  return Object.fromEntries(Object.entries(template).filter(([field]) => Object.hasOwn(manifest, field)));
}

/** A path of a folder, as archives write paths: `./dist/` is `dist`. */
function folderOf(path: string): string {
  const plain = path.replace(/^(?:\.\/)+/, '').replace(/\/{1,16}$/, '');
  return plain === '' && path !== '' ? '.' : plain;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('must be valid JSON');
  }
}

/** Puts text into NFC without blanks around it, and drops properties that the schema does not name. */
function clean(value: unknown, { properties = {} }: FieldSchema, field: string): unknown {
  if (typeof value === 'string') return cleanField(value, field);
  if (typeOf(value) !== 'object') return value;
  const known = Object.entries(value as object).flatMap(([name, item]): [string, unknown][] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return schema?.type ? [[name, clean(item, schema, pathOf(field, name))]] : [];
  });
  return Object.fromEntries(known);
}

function cleanField(text: string, field: string): string {
  if (field === 'longDescription') return toMarkdown(text);
  const cleaned = cleanText(text.trim());
  return cleaned ?? refuse(`${field} must not hold more than ${MAX_NON_STARTERS} combining marks in a row`);
}

/** Validates without Ajv, because loading Ajv takes longer than reading most archives. */
function* faultsOf(
  value: unknown,
  { type = '', properties = {}, ...bounds }: FieldSchema,
  field: string,
): Generator<string> {
  if (typeOf(value) !== type) yield `${field} ${types[type]}`;
  else if (typeof value === 'string') yield* faultsOfText(value, bounds, field);
  else
    for (const [name, item] of Object.entries(value as object))
      yield* faultsOf(item, properties[name] as FieldSchema, pathOf(field, name));
}

function* faultsOfText(
  text: string,
  { maxLength = Infinity, pattern = '' }: FieldSchema,
  field: string,
): Generator<string> {
  const unwanted = field === 'longDescription' ? /[^\P{Cc}\n\t]|\p{Cs}/u : /[\p{Cc}\p{Cs}]/u;
  if (Array.from(text).length > maxLength)
    yield `${field} must have at most ${maxLength.toLocaleString('en')} characters`;
  else if (!new RegExp(pattern, 'u').test(text)) yield `${field} ${patterns[field]}`;
  else if (unwanted.test(text)) yield `${field} must not hold control characters`;
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function pathOf(field: string, name: string): string {
  return field ? `${field}.${name}` : name;
}

const types: Record<string, string> = {
  string: 'must be text',
  boolean: 'must be true or false',
  object: 'must be an object',
};
const patterns: Record<string, string> = {
  version: 'must be a semantic version such as 1.0.0, and not 0.0.0',
  demo: 'must be an absolute http or https address',
};
