// Checks the arguments of a tool by its schema.
import { faultSentence } from '@realm-catalog/contract/fault-sentences';
import { faultsIn, type Schema } from '@realm-catalog/contract/validate';
import type { InputSchema } from './tool.ts';

/** What is wrong, for the model to mend; undefined if nothing is. */
export function faultOf(inputs: InputSchema, args: unknown): string | undefined {
  const [fault] = faultsIn(args, inputs);
  if (!fault) return undefined;
  const { keyword, schema } = fault;
  const name = fault.path.join('.');
  if (name === '') return 'The arguments are not an object.';
  if (keyword === 'required') return `The argument ${name} is missing.`;
  if (keyword === 'additionalProperties')
    return `There is no argument ${name.slice(0, 100)}; there are ${Object.keys(inputs.properties).join(', ')}.`;
  return `The argument ${name.slice(0, 100)} ${rangeSentence(schema) ?? faultSentence(keyword, schema) ?? typeSentence(schema)}.`;
}

const rangeSentence = ({ type, minimum, maximum }: Schema) =>
  type === 'integer' ? `must be a whole number from ${minimum} to ${maximum}` : undefined;

const typeWords: Record<string, string> = { string: 'a text', boolean: 'true or false', object: 'an object' };
const typeSentence = ({ type = [] }: Schema) =>
  `must be ${[type]
    .flat()
    .map((one) => typeWords[one])
    .join(' or ')}`;
