// Compares answers of the catalog with the contract, for all commands: an answer of something else is named as such before a command reads it.
import { UnexpectedResponseError } from '@realm-catalog/client';
import type { OperationId } from '@realm-catalog/contract/operations';
import { faultsIn, typeOf, type Fault } from '@realm-catalog/contract/validate';

/** Fields that catalogs of earlier releases do not send, and that commands do without. A test compares them with the answers of each release. */
const LATER_FIELDS = new Set<unknown>([
  'isEmailVerified',
  'coverUrl',
  'screenshots',
  'previewUrl',
  'filesSha256',
  'variables',
  'parts',
  'publishedAt',
  'subject.name',
]);

/** Throws if the data are not what this method of the client (`realms.list`) answers with. */
export async function checkAnswer(registry: string, method: string, data: unknown): Promise<void> {
  const { specifications } = await loadSchemas();
  const ids = Object.keys(specifications) as OperationId[];
  const operation = ids.find((id) => specifications[id].clientMethod === method);
  const fault = operation && (await answerFault(operation, data));
  if (fault)
    throw new UnexpectedResponseError(
      `${registry} does not respond like a catalog: in the response to ${operation}, ${fault}.`,
    );
}

/** The schemas take 30 ms to load, which is done while the catalog answers. */
export const loadSchemas = () => import('@realm-catalog/contract/specifications');

/** Continues a sentence; undefined if the data are as the contract says. */
export async function answerFault(operation: OperationId, data: unknown): Promise<string | undefined> {
  const { reply } = (await loadSchemas()).specifications[operation];
  if (!('schema' in reply)) return undefined;
  for (const fault of faultsIn(data, reply.schema, { only, isFormat }))
    if (fault.keyword !== 'required' || !isLater(fault.path)) return sentenceOf(fault);
  return undefined;
}

const isLater = (path: Fault['path']) => LATER_FIELDS.has(path.at(-1)) || LATER_FIELDS.has(path.slice(-2).join('.'));

/** A newer catalog may have more words in place of those of an `enum`, and other limits. */
const only = new Set(['format'] as const);
const isFormat = (format: string, text: string) => format !== 'uri' || (URL.canParse(text) && /^https?:/i.test(text));

function sentenceOf({ keyword, path, schema, value }: Fault): string {
  const place = path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
  if (keyword === 'required') return `${place} is missing`;
  if (keyword === 'format') return `${place} should be an http or https address`;
  const types = [schema.type].flat().map((type) => words[type ?? ''] ?? type);
  return `${place || 'JSON'} should be ${types.join(' or ')}, but is ${words[typeOf(value)]}`;
}

const words: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};
