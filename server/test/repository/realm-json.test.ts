// The page about realm.json: it has every field that the contract knows, and its example is one that the catalog takes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ManifestSchema, specifications } from '@realm-catalog/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';

const document = readFileSync(new URL('../../../docs/realm-json.md', import.meta.url), 'utf8');
const [, code = ''] = /^```json\n([^]*?)^```$/m.exec(document) ?? [];
const example = JSON.parse(code) as Record<string, unknown>;

interface Schema {
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: readonly Schema[];
}

/** With the fields of its fields. */
function fieldsOf({ properties = {}, additionalProperties, items, anyOf = [] }: Schema): string[] {
  const inner = [...Object.values(properties), ...anyOf, ...(items ? [items] : [])];
  const named = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [...Object.keys(properties), ...[...inner, ...named].flatMap(fieldsOf)];
}

/** As JSON has them: the types of the contract know more of them than a walk needs. */
const asSchema = (schema: object) => JSON.parse(JSON.stringify(schema)) as Schema;

const creation = asSchema(specifications.createRealm.body);
const manifest = asSchema(ManifestSchema);
const topFields = [...new Set([...Object.keys(creation.properties ?? {}), ...Object.keys(manifest.properties ?? {})])];
const allFields = new Set([...fieldsOf(creation), ...fieldsOf(manifest)]);

test('explains every field, also of variables, parts, features and screenshots', () => {
  assert.ok(allFields.size > 20);
  for (const field of allFields)
    if (field !== '$schema') assert.match(document, new RegExp(`^\\|.*\`${field}\``, 'm'), field);
});

test('has an example of every field but the README', () => {
  const missing = topFields.filter((field) => !(field in example));
  assert.deepEqual(missing, ['longDescription']);
});

test('has an example that fits both schemas', () => {
  const ajv = new Ajv2020({ strict: false, formats: { 'http-url': true } });
  for (const schema of [creation, manifest]) {
    const validate = ajv.compile(schema);
    assert.ok(validate(example), ajv.errorsText(validate.errors));
  }
});

test('names no field in its tables that nobody reads', () => {
  const named = [...document.matchAll(/^\| ((?:`\w+`(?:, )?)+)(?: of a \w+)? \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
  assert.ok(named.length > 20);
  for (const name of named) assert.ok(allFields.has(name), name);
});
