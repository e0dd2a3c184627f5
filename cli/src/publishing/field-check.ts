// Checks the fields of a new realm by the rules of the contract, before anything is sent. The catalog has the last word.
import { faultSentence } from '@realm-catalog/contract/fault-sentences';
import { RealmFields } from '@realm-catalog/contract/realms';
import { cleanText, hasControlCharacters, MAX_NON_STARTERS } from '@realm-catalog/contract/text';
import { faultsIn, type Schema } from '@realm-catalog/contract/validate';
import { CommandError } from '../failure.ts';
import { REALM_FILE, type RealmFile } from './realm-file.ts';

export function checkFields(realm: RealmFile): void {
  const missing = RealmFields.required.filter((field) => !realm[field]);
  if (missing.length > 0)
    throw new CommandError('usage', `A new realm needs ${missing.join(', ')} in ${REALM_FILE}.`, {
      code: 'missing_fields',
    });
  const faults = Object.entries<Schema>(RealmFields.properties).flatMap(([field, schema]) => {
    const fault = faultOf(realm[field as keyof RealmFile], schema);
    return fault ? [`${field} ${fault}`] : [];
  });
  if (faults.length > 0)
    throw new CommandError('usage', `The catalog would refuse ${REALM_FILE}: ${faults.join('; ')}.`, {
      code: 'invalid_fields',
    });
}

/** Continues a sentence that begins with the name of the field. Texts are cleaned as the catalog does it. */
function faultOf(value: string | string[] | undefined, schema: Schema): string | undefined {
  if (value === undefined) return undefined;
  const texts = [value].flat().map((text) => cleanText(text.trim()));
  if (texts.includes(undefined)) return `must not hold more than ${MAX_NON_STARTERS} combining marks in a row`;
  if (texts.some((text = '') => hasControlCharacters(text))) return 'must not hold control characters';
  const [fault] = faultsIn(typeof value === 'string' ? texts[0] : texts, schema);
  if (!fault) return undefined;
  const sentence = faultSentence(fault.keyword, fault.schema);
  return fault.path.length > 0 ? `has ${JSON.stringify(fault.value)}, which ${sentence}` : sentence;
}
