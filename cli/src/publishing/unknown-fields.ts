// Fields of `realm.json` that nobody reads: most are mistyped.
import { ManifestSchema } from '@realm-catalog/contract/manifest';
import { RealmFields } from '@realm-catalog/contract/realms';
import { nearest } from '../nearest.ts';
import { REALM_FILE } from './realm-file.ts';

interface Schema {
  properties?: Record<string, Schema>;
}

/** What the catalog reads from an archive, and what `realm publish` sends when it creates the realm. */
const schema: Schema = {
  properties: { ...(RealmFields as Schema).properties, ...(ManifestSchema as Schema).properties },
};

/** A sentence for each. */
export const unknownFields = (file: object) => sentences(file, schema, '');

function sentences(value: object, { properties = {} }: Schema, path: string): string[] {
  const known = Object.keys(properties);
  return Object.entries(value).flatMap(([name, content]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (own) return own.properties && isObject(content) ? sentences(content, own, `${path}${name}.`) : [];
    const meant = nearest(name, known);
    return [`${REALM_FILE} has an unknown field, ${path}${name}.${meant ? ` Did you mean ${path}${meant}?` : ''}`];
  });
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
