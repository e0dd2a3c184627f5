// Requests with a GraphQL query, and the parts that make a query long.
import { KIB_64, type Target, type Variant } from './case.ts';
import { requestBytes } from './request-bytes.ts';

type Text = string | ((number: number, target: Target) => string | Promise<string>);

export function variant(
  name: string,
  query: Text,
  variables: object = {},
  operationName?: string,
  { isAnonymous = false } = {},
): Variant {
  return {
    name,
    async bytes(target, number) {
      const text = typeof query === 'string' ? query : await query(number, target);
      const body = JSON.stringify({ query: text, variables, operationName });
      return requestBytes(target, {
        method: 'POST',
        path: '/v1/graphql',
        headers: { 'content-type': 'application/json', ...(!isAnonymous && { authorization: `Bearer ${target.key}` }) },
        body,
      });
    },
  };
}

/** The same under many names: each is a field of its own. */
export const named = (count: number, field: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `a${at}: ${field(at)}`).join(' ');

export const repeated = (text: string, bytes = KIB_64 - 500) => text.repeat(Math.floor(bytes / text.length));
