// Checks the fields of a new realm by the rules of the contract, before anything is sent. The catalog has the last word.
import { RealmFields } from '@realm-catalog/contract/realms';
import { CommandError } from '../failure.ts';
import { REALM_FILE, type RealmFile } from './realm-file.ts';

/** What the contract says of these fields; another keyword would be passed over, and a test fails for it. */
interface FieldSchema {
  type: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  enum?: readonly string[];
  maxItems?: number;
  items?: FieldSchema;
}

const schemas = Object.entries<FieldSchema>(RealmFields.properties);

export function checkFields(realm: RealmFile): void {
  const missing = RealmFields.required.filter((field) => !realm[field]);
  if (missing.length > 0)
    throw new CommandError('usage', `A new realm needs ${missing.join(', ')} in ${REALM_FILE}.`, {
      code: 'missing_fields',
    });
  const faults = schemas.flatMap(([field, schema]) => {
    const fault = faultOf(realm[field as keyof RealmFile], schema);
    return fault ? [`${field} ${fault}`] : [];
  });
  if (faults.length > 0)
    throw new CommandError('usage', `The catalog would refuse ${REALM_FILE}: ${faults.join('; ')}.`, {
      code: 'invalid_fields',
    });
}

/** Continues a sentence that begins with the name of the field. */
function faultOf(value: string | string[] | undefined, schema: FieldSchema): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string') return faultOfText(value.trim(), schema);
  const { maxItems = Infinity, items } = schema;
  if (value.length > maxItems) return `must have at most ${maxItems} items`;
  for (const item of value) {
    const fault = items && faultOfText(item.trim(), items);
    if (fault) return `has ${JSON.stringify(item)}, which ${fault}`;
  }
  return undefined;
}

function faultOfText(text: string, schema: FieldSchema): string | undefined {
  const { minLength = 0, maxLength = Infinity, pattern = '', enum: words, format } = schema;
  const length = text.length > maxLength * 2 ? Infinity : Array.from(text.normalize('NFC')).length;
  if (length < minLength) return 'must not be empty';
  if (length > maxLength) return `must have at most ${maxLength} characters`;
  if (words && !words.includes(text)) return `must be one of ${words.join(', ')}`;
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return 'must not hold control characters';
  if (!new RegExp(pattern, 'u').test(text)) return 'has characters or a length that the catalog does not allow';
  if (format === 'http-url' && text !== '' && !(/^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text)))
    return 'must be an absolute http or https address';
  return undefined;
}
