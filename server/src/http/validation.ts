// Ajv with the formats of the contract, and its errors as sentences for people.
import { createRequire } from 'node:module';
import type { Problem } from '@realm-catalog/contract';
import { faultSentence } from '@realm-catalog/contract/fault-sentences';
import { formats, type Schema } from '@realm-catalog/contract/validate';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';

const require = createRequire(import.meta.url);
let instance: Ajv | undefined;

/** Ajv is loaded with the first schema or after the start, because it would make every start a tenth longer. */
export function loadAjv(): Ajv {
  if (instance) return instance;
  const ajv = require('ajv') as typeof import('ajv');
  instance = new ajv.Ajv({
    allErrors: true,
    strict: true,
    verbose: true, // errors have their schema
    formats: Object.fromEntries(Object.entries(formats).map(([name, { test }]) => [name, test])),
  });
  instance.addKeyword('x-repeated'); // it says how a query is read, and nothing of the values
  return instance;
}

export function compile(schema: object): ValidateFunction {
  return loadAjv().compile(schema);
}

const types: Record<string, string> = {
  integer: 'must be one whole number',
  boolean: 'must be true, false, 1 or 0, once',
  string: 'must be one text',
  array: 'must be a list',
};

export function toError({
  instancePath,
  keyword,
  params,
  parentSchema,
  message = 'is not valid',
}: ErrorObject): NonNullable<Problem['errors']>[number] {
  const [, field = String(params['missingProperty'] ?? '')] = instancePath.split('/');
  const type = String(params['type']);
  return {
    field,
    message:
      keyword === 'type'
        ? (types[type] ?? 'is not valid')
        : (faultSentence(keyword, parentSchema as Schema) ?? message),
  };
}
