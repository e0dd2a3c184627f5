// A form that an operation has refused, as it is shown again: with what was typed, and what is wrong with each field.
import { errors } from '@realm-catalog/contract';
import type { FormState } from '@realm-catalog/web/forms/form';
import { CodedError } from '../errors.ts';

/** Errors that whoever filled in the form can do something about. Everything else has a page of its own. */
const ofForms = new Set([
  'invalid_request',
  'conflict',
  'forbidden',
  'rate_limited',
  'payload_too_large',
  'unsupported_media_type',
  'quota_exceeded',
  'unprocessable',
]);

export type FailedForm = FormState & { status: number };

/** Throws the error again if it is none of the form's. */
export function failedForm(error: unknown, values: Record<string, string>): FailedForm {
  if (!(error instanceof CodedError) || !ofForms.has(error.public.code)) throw error;
  const { code, detail, errors: fields = [] } = error.public;
  const { status } = errors[code];
  const unread = fields.find(({ field }) => field === 'body');
  if (unread) return { status, values, errors: [], error: `The form ${unread.message}.` };
  return { status, values, errors: fields, ...(fields.length === 0 && { error: detail }) };
}
