// Errors as GraphQL shows them: the message, and in `extensions` the code that REST has for it.
import { errors as codes } from '@realm-catalog/contract';
import { GraphQLError, type ExecutionResult, type GraphQLFormattedError } from 'graphql';
import type { BaseLogger } from 'pino';
import type { PublicPart } from '../errors.ts';
import { publicPartOf } from '../http/problem.ts';

interface LoggedRequest {
  id: string;
  log: BaseLogger;
}

/** A literal of the query may be in a message. */
const MAX_MESSAGE_LENGTH = 300;
/** Of an answer. One thing may be missing under hundreds of names. */
const MAX_ERRORS = 20;

/** What is answered where nothing can be run. */
export interface Failure {
  status: number;
  headers: Record<string, string>;
  body: { errors: GraphQLFormattedError[] };
}

/** Errors of the query are a 400, problems of the catalog what they are over REST. */
export function failureOf(error: unknown, request: LoggedRequest): Failure {
  const all: unknown[] = error instanceof AggregateError ? error.errors : [error];
  const parts = all.map((one) => partsOf(one, request));
  const { code = 'internal_error', headers = {} } = parts[0]?.public ?? {};
  return { status: codes[code].status, headers, body: { errors: parts.map((one) => formatted(one, request)) } };
}

/** The answer of a query that was run; parts of it may have failed. */
export function resultOf({ data, errors = [] }: ExecutionResult, request: LoggedRequest): object {
  if (errors.length === 0) return { data };
  const shown = errors.slice(0, MAX_ERRORS).map((error) => formatted(partsOf(error, request), request));
  if (errors.length > MAX_ERRORS) shown.push(formatted(leftOut(errors.length - MAX_ERRORS), request));
  return { data, errors: shown };
}

const leftOut = (count: number): Parts => ({
  public: { code: 'invalid_request', detail: `${count} further errors are left out.` },
  place: {},
});

/** What a client is told, and where in the query and the answer. */
interface Parts {
  public: PublicPart;
  place: Pick<GraphQLFormattedError, 'locations' | 'path'>;
}

function partsOf(error: unknown, request: LoggedRequest): Parts {
  if (!(error instanceof GraphQLError)) return { public: publicPartOf(error, request), place: {} };
  const { path, originalError } = error;
  const locations = locationsOf(error);
  const place = { ...(locations && { locations }), ...(path && { path }) };
  // Before the query runs, it is at fault, or its variables are. What fails while it runs comes from the catalog.
  if (path) return { public: publicPartOf(originalError ?? error, request), place };
  return { public: { code: 'invalid_request', detail: error.message.slice(0, MAX_MESSAGE_LENGTH) }, place };
}

/** The places of the nodes at fault, from their tokens: `document.ts` says why. An error of the syntax has no nodes. */
function locationsOf({ nodes, locations }: GraphQLError): GraphQLFormattedError['locations'] {
  return (
    nodes?.flatMap(({ loc }) => (loc ? { line: loc.startToken.line, column: loc.startToken.column } : [])) ?? locations
  );
}

function formatted({ public: { code, detail, errors }, place }: Parts, { id }: LoggedRequest): GraphQLFormattedError {
  return { message: detail, ...place, extensions: { code, requestId: id, ...(errors && { errors }) } };
}
