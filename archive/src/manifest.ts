// Reads `realm.json`: the few fields that the catalog takes from it, checked against their published schema.
import { ManifestSchema, type Manifest } from '@realm-catalog/contract/manifest';
import type { Template } from '@realm-catalog/contract/templates';
import { cleanText, hasControlCharacters, MAX_NON_STARTERS } from '@realm-catalog/contract/text';
import { faultsIn, type Fault, type Schema } from '@realm-catalog/contract/validate';
import { refuseManifest as refuse } from './refusal.ts';
import { toMarkdown } from './archive-text.ts';
import { toScreenshots } from './screenshots.ts';
import { readTemplate } from './templates/template.ts';

/** The fields of a manifest; none for an empty text. Unknown fields are left out. If a name stands twice, the last value counts. */
export function readManifest(text: string): Manifest {
  if (text === '') return {};
  const value = parse(text);
  if (!isObject(value)) refuse('must be a JSON object');
  const {
    screenshots: _screenshots,
    variables: _variables,
    parts: _parts,
    leaveOut: _leaveOut,
    ...properties
  } = ManifestSchema.properties;
  const { screenshots: named } = value as { screenshots?: unknown };
  const plain = clean(value, { properties }, '') as Manifest;
  const faults = [...faultsIn(plain, { properties })].map(sentenceOf);
  const screenshots = named === undefined ? undefined : toScreenshots(named);
  if (typeof screenshots === 'string') faults.push(`screenshots ${screenshots}`);
  if (faults.length > 0) refuse(faults.slice(0, 3).join('; '));
  const manifest = { ...plain, ...(screenshots && { screenshots }), ...templateOf(value) } as Manifest;
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
function clean(value: unknown, { properties = {} }: Schema, field: string): unknown {
  if (typeof value === 'string') return cleanField(value, field);
  if (!isObject(value)) return value;
  const known = Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return schema?.type ? [[name, clean(item, schema, pathOf(field, name))]] : [];
  });
  return Object.fromEntries(known);
}

function cleanField(text: string, field: string): string {
  const isMarkdown = field === 'longDescription';
  const cleaned = isMarkdown ? toMarkdown(text) : cleanText(text.trim());
  if (cleaned === undefined)
    return refuse(`${field} must not hold more than ${MAX_NON_STARTERS} combining marks in a row`);
  if (hasControlCharacters(isMarkdown ? cleaned.replaceAll(/[\n\t]/g, '') : cleaned))
    refuse(`${field} must not hold control characters`);
  return cleaned;
}

/** Continues a sentence that begins with its field. */
function sentenceOf({ keyword, path, schema }: Fault): string {
  const field = path.join('.');
  if (keyword === 'type') return `${field} ${types[String(schema.type)]}`;
  if (keyword === 'pattern') return `${field} ${patterns[field]}`;
  return `${field} must have at most ${schema.maxLength?.toLocaleString('en')} characters`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
