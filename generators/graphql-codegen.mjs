// Makes TypeScript types of the schema and of one query with graphql-codegen: `node graphql-codegen.mjs URL`, the address of the endpoint.
import { mkdirSync, writeFileSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildClientSchema, getIntrospectionQuery, parse, printSchema } from 'graphql';

const query = `query Newest($first: Int!, $sort: RealmSort) {
  realms(first: $first, sort: $sort) { totalCount nodes { slug name downloadCount visibility author { username } } }
  rateLimit { cost }
}`;

const [, , url = ''] = process.argv;
const headers = { 'content-type': 'application/json' };
const introspected = await fetch(url, {
  method: 'POST',
  headers,
  body: JSON.stringify({ query: getIntrospectionQuery() }),
});
const schema = buildClientSchema((await introspected.json()).data);

const config = { scalars: { BigInt: 'number' }, strictScalars: true };
const generate = (name, plugin, documents) =>
  codegen({
    filename: name,
    schema: parse(printSchema(schema)),
    documents,
    config,
    plugins: [{ [name]: {} }],
    pluginMap: { [name]: plugin },
  });

mkdirSync('generated', { recursive: true });
writeFileSync('generated/graphql-schema.ts', await generate('typescript', typescript, []));
const types = await generate('operations', operations, [{ location: 'query.graphql', document: parse(query) }]);
writeFileSync('generated/graphql.ts', `${types}\nexport const query = ${JSON.stringify(query)};\n`);
