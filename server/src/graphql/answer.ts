// Answers one request: reads the query, holds it against the bounds, charges what it costs, and runs it.
import { setImmediate } from 'node:timers/promises';
import {
  execute,
  getOperationAST,
  getVariableValues,
  OperationTypeNode,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { timeSlices } from '../catalog/time-slices.ts';
import type { RateState } from '../limits/limiter.ts';
import type { Context } from './context.ts';
import { costOf, measure, type Measure } from './cost.ts';
import { readDocument } from './document.ts';
import { refuseLargeResult } from './result-size.ts';
import type { LookUps } from './look-ups.ts';
import { nullVariablesRule } from './null-variables.ts';
import type { Parameters } from './parameters.ts';
import { refusal } from './refusal.ts';
import { fragmentsOf } from './selections.ts';

const MAX_ERRORS = 10;
/** More values are put together in slices of time: so many take about two milliseconds. */
const VALUES_AT_ONCE = 5_000;

/** What a query needs of the request that sent it. */
export interface QueryCall {
  lookUps: LookUps;
  rate: RateState;
  /** Counts further requests; throws a 429 where fewer are left. */
  charge: (requests: number) => Promise<RateState>;
  signal: AbortSignal;
}

/** Rejects with what is wrong with the query, or with a problem. */
export async function answerQuery(
  schema: GraphQLSchema,
  parameters: Parameters,
  { lookUps, rate, charge, signal }: QueryCall,
): Promise<ExecutionResult> {
  const { variables, operationName } = parameters;
  const document = readDocument(parameters.query);
  const operation = operationOf(document, operationName);
  const size = measured(schema, document, operation, variables);
  const cost = costOf(size);
  const rules = [...specifiedRules, nullVariablesRule(operation, variables)];
  refuseIf(validate(schema, document, rules, { maxErrors: MAX_ERRORS }));
  const { variableDefinitions = [] } = operation;
  refuseIf(getVariableValues(schema, variableDefinitions, variables, { maxErrors: MAX_ERRORS }).errors);
  // The request itself was counted when it was admitted.
  const charged = cost > 1 ? await charge(cost - 1) : rate;
  const pause = size.values > VALUES_AT_ONCE ? timeSlices(signal, { isUrgent: true }) : undefined;
  const contextValue: Context = { lookUps, cost, rate: charged, pause };
  const request = { schema, document, contextValue, operationName, variableValues: variables, abortSignal: signal };
  const result = await execute(request);
  if (pause) await setImmediate(); // to measure a large result, and then to serialize it, are turns of their own
  refuseLargeResult(result.data);
  if (pause) await setImmediate();
  return result;
}

function refuseIf(errors: readonly GraphQLError[] = []): void {
  if (errors.length > 0) throw new AggregateError(errors);
}

function operationOf(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, name);
  if (!operation)
    throw refusal(
      name === undefined ? 'Of several operations, "operationName" must name one.' : `There is no operation "${name}".`,
    );
  if (operation.operation !== OperationTypeNode.QUERY)
    throw refusal('Only queries are answered: whatever changes something is an operation of the REST API.', operation);
  return operation;
}

/** Of the operation that is to run. The others are bounded as well, and together with it: all are validated. */
function measured(
  schema: GraphQLSchema,
  document: DocumentNode,
  chosen: OperationDefinitionNode,
  variables: Record<string, unknown>,
): Measure {
  const fragments = fragmentsOf(document);
  const places = { count: 0 };
  let found: Measure = { nodes: 0, values: 0 };
  for (const operation of document.definitions) {
    if (operation.kind !== chosen.kind) continue;
    const asked = measure({ schema, fragments, operation, variables, places });
    if (operation === chosen) found = asked;
  }
  return found;
}
