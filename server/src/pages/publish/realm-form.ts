// The form of a realm's fields, as the API takes them: what was typed, and the body that it means.
import { MAX_LIMIT, type RealmDetail } from '@realm-catalog/contract';
import { readValues } from '@realm-catalog/web/forms/form';
import { realmFieldNames } from '@realm-catalog/web/pages/publish/realm-fields';
import type { Read } from '../../api/in-process.ts';

type Values = Record<string, string>;

/** These texts have no lines: where one was ended, a blank stands. */
export const oneLine = (text = ''): string => text.replaceAll(/[\r\n]+/g, ' ');

/** `more` are the fields that not every such form has. */
export function readRealmForm(form: URLSearchParams, ...more: string[]): Values {
  const { description, ...values } = readValues(form, ...realmFieldNames, ...more);
  return { ...values, description: oneLine(description) };
}

/** The body of an operation. Tags stand between commas or blanks. */
export const realmBody = ({ tags = '', ...values }: Values): Record<string, unknown> => ({
  ...values,
  tags: tags.split(/[\s,]+/).filter(Boolean),
});

/** What stands in the form of a realm before anything is typed. */
export const valuesOf = ({ tags, ...realm }: RealmDetail): Values => ({
  ...Object.fromEntries(
    [...realmFieldNames, 'demo' as const].map((name) => [name, name === 'tags' ? '' : realm[name]]),
  ),
  tags: tags.join(', '),
});

/** Those of most realms, to choose from. */
export async function listCategories(read: Read): Promise<string[]> {
  const { categories } = await read('listCategories', { query: { limit: MAX_LIMIT } });
  return categories.map(({ value }) => value);
}
