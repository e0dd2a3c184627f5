// What is loaded with the first query: the package graphql, and the schema.
import { printSchema } from 'graphql';
import { answerQuery } from './answer.ts';
import { failureOf, resultOf } from './failures.ts';
import { graphqlSchema } from './schema.ts';

export function loadGraphql() {
  const schema = graphqlSchema();
  return {
    schema,
    sdl: () => `${printSchema(schema)}\n`,
    answer: answerQuery.bind(undefined, schema),
    failureOf,
    resultOf,
  };
}

export type Graphql = ReturnType<typeof loadGraphql>;
