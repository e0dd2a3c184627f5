// Checks the arguments of a tool by its schema.
import { faultSentence } from '@realm-catalog/contract/fault-sentences';
import { faultsIn, type Schema } from '@realm-catalog/contract/validate';
import type { InputSchema } from './tool.ts';

/** What is wrong, for the model to mend; undefined if nothing is. */
export function faultOf(inputs: InputSchema, args: unknown): string | undefined {
  const [fault] = faultsIn(args, inputs);
  if (!fault) return undefined;
  const { keyword, schema } = fault;
  const [name] = fault.path;
  if (name === undefined) return 'The arguments are not an object.';
  if (keyword === 'required') return `The argument ${name} is missing.`;
  if (keyword === 'additionalProperties')
    return `There is no argument ${String(name).slice(0, 100)}; there are ${Object.keys(inputs.properties).join(', ')}.`;
  return `The argument ${name} ${rangeSentence(schema) ?? faultSentence(keyword, schema) ?? 'must be a text'}.`;
}

const rangeSentence = ({ type, minimum, maximum }: Schema) =>
  type === 'integer' ? `must be a whole number from ${minimum} to ${maximum}` : undefined;
