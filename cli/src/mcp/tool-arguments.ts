// Checks the arguments of a tool by its schema.
import type { InputSchema } from './tool.ts';

/** What is wrong, for the model to mend; undefined if nothing is. */
export function faultOf({ properties, required }: InputSchema, args: unknown): string | undefined {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return 'The arguments are not an object.';
  const missing = required.find((name) => !Object.hasOwn(args, name));
  if (missing) return `The argument ${missing} is missing.`;
  for (const [name, value] of Object.entries(args)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property)
      return `There is no argument ${name.slice(0, 100)}; there are ${Object.keys(properties).join(', ')}.`;
    const fault = property.type === 'string' ? textFault(property, value) : numberFault(property, value);
    if (fault) return `The argument ${name} ${fault}.`;
  }
  return undefined;
}

type Property = InputSchema['properties'][string];

function textFault(
  { maxLength, enum: choices }: Extract<Property, { type: 'string' }>,
  value: unknown,
): string | undefined {
  if (typeof value !== 'string') return 'must be a text';
  if (value.length > maxLength) return `must have at most ${maxLength} characters`;
  return choices && !choices.includes(value) ? `must be one of ${choices.join(', ')}` : undefined;
}

function numberFault({ minimum, maximum }: Extract<Property, { type: 'integer' }>, value: unknown): string | undefined {
  const isGood = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  return isGood ? undefined : `must be a whole number from ${minimum} to ${maximum}`;
}
