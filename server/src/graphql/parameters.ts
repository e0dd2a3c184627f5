// The parameters of a request of GraphQL over HTTP: https://graphql.github.io/graphql-over-http/draft/
import { parse } from 'node:querystring';
import { isDecodable } from '../http/input.ts';
import { parseJson } from '../http/json.ts';
import { problem } from '../http/problem.ts';

/** A literal of the query is bounded by the tokens of the query: no list of more values means anything. */
const MAX_VARIABLE_VALUES = 1_000;

export interface Parameters {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
}

/** Of a GET. */
export function parametersInQuery(queryString: string): Parameters {
  if (!isDecodable(queryString)) throw wrong('The query string is not valid percent-encoding.');
  const { query, variables, operationName, extensions } = parse(queryString);
  return parametersIn({ query, operationName, variables: fromJson(variables), extensions: fromJson(extensions) });
}

/** Of a POST. `body` is what its JSON means. */
export function parametersIn(body: unknown): Parameters {
  if (Array.isArray(body)) throw wrong('Batches are not supported. Send one query per request.');
  if (!isMap(body)) throw wrong('The body must be a JSON object with the query.');
  const { query, variables, operationName, extensions } = body;
  if (typeof query !== 'string') throw wrong('The parameter "query" is required and must be a string.');
  if (variables != null && !isMap(variables)) throw wrong('The parameter "variables" must be an object.');
  if (extensions != null && !isMap(extensions)) throw wrong('The parameter "extensions" must be an object.');
  if (operationName != null && typeof operationName !== 'string')
    throw wrong('The parameter "operationName" must be a string.');
  if (variables && countValues(variables, MAX_VARIABLE_VALUES) > MAX_VARIABLE_VALUES)
    throw wrong(`The variables have more than ${MAX_VARIABLE_VALUES} values.`);
  return { query, variables: variables ?? {}, operationName: operationName ?? undefined };
}

/** Of lists and maps, those in each other too. Beyond `enough` it counts no further. */
function countValues(value: unknown, enough: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const part of Object.values(value)) {
    count += 1 + countValues(part, enough - count);
    if (count > enough) break;
  }
  return count;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fromJson(text: string | string[] | undefined): unknown {
  return typeof text === 'string' && text !== '' ? parseJson(Buffer.from(text)) : text;
}

const wrong = (detail: string) => problem('invalid_request', detail);

const JSON_RESULT = 'application/json; charset=utf-8';
const GRAPHQL_RESULT = 'application/graphql-response+json; charset=utf-8';

/** The media type of the answer: the newer one for whoever takes it. */
export function mediaTypeFor(accept = ''): string {
  return /application\/graphql-response\+json(?!\s*;[^,]*\bq=0(?:\.0*)?\s*(?:,|$))/i.test(accept)
    ? GRAPHQL_RESULT
    : JSON_RESULT;
}
