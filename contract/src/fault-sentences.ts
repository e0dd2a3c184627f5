// What to say of a value that breaks a keyword of its schema. Each sentence goes on from the name of the field.
import { NAME_PATTERN, SLUG, USERNAME_PATTERN } from './fields.ts';
import { CATEGORY_PATTERN, SUCCESSOR_PATTERN, TAG_PATTERN } from './realms.ts';
import { formats, type Schema } from './validate.ts';

/** Undefined for a keyword of which the caller can say more. */
export function faultSentence(keyword: string, schema: Schema): string | undefined {
  return sentences[keyword]?.(schema as Required<Schema>);
}

const sentences: Record<string, (schema: Required<Schema>) => string | undefined> = {
  required: () => 'is required',
  minimum: ({ minimum }) => `must be at least ${minimum}`,
  minLength: ({ minLength }) => (minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`),
  maxLength: ({ maxLength }) => `must have at most ${maxLength} characters`,
  maxItems: ({ maxItems }) => `must have at most ${maxItems} items`,
  enum: ({ enum: words }) => `must be one of ${words.join(', ')}`,
  pattern: ({ pattern }) => patterns[pattern] ?? `must match ${pattern}`,
  format: ({ format }) => formats[format]?.sentence,
};
const slugSentence = 'must have lower-case letters and digits, with single dashes between them';
const patterns: Record<string, string> = {
  [SLUG]: slugSentence,
  [SUCCESSOR_PATTERN]: slugSentence,
  [CATEGORY_PATTERN]: 'must have 1 to 32 lower-case letters, digits and dashes, and must not begin with a dash',
  [TAG_PATTERN]: 'must have 1 to 32 letters, digits and + . # - each, and begin with a letter or a digit',
  [USERNAME_PATTERN]:
    'must have 1 to 64 letters, digits, dots, dashes and underscores, and begin with a letter or a digit',
  [NAME_PATTERN]:
    'must not contain control characters, invisible characters or characters that change the reading direction',
};
