// The page about GraphQL. What it shows of the schema is loaded when somebody looks at it first.
import { graphqlPage, type GraphqlView, type SchemaType } from '@realm-catalog/web/pages/graphql';
import type { Read } from '../../api/in-process.ts';
import { findSample, type Sample } from './reference-requests.ts';
import type { PageHandler } from '../page.ts';

/** Its example is of a realm that anyone may see. */
export function createGraphqlPage({ readPublic }: { readPublic: Read }) {
  let types: SchemaType[] | undefined;
  const docsGraphql: PageHandler = async ({ site }) => {
    const { describedSchema, limits } = await import('../../graphql/described-schema.ts');
    types ??= describedSchema(); // takes some milliseconds
    return graphqlPage(site, { queries: exampleQueries(await findSample(readPublic)), types, limits });
  };
  return { docsGraphql };
}

function exampleQueries({ realm }: Sample): GraphqlView['queries'] {
  return [
    {
      title: 'The most downloaded realms',
      query: `{
  realms(sort: downloads, first: 5) {
    nodes { slug name description downloadCount author { username } }
  }
}`,
    },
    {
      title: 'A search, page by page',
      query: `{
  realms(q: "api", first: 10) {
    totalCount
    nodes { slug name tags }
    pageInfo { hasNextPage endCursor }
  }
}`,
    },
    {
      title: 'One realm, with all that is known of it',
      query: `{
  realm(slug: "${realm?.slug ?? 'my-realm'}") {
    name version license longDescription
    requirements { node npm }
    author { username name }
  }
}`,
    },
    {
      title: 'Collections with their realms, and what that costs',
      query: `{
  collections(first: 3) {
    nodes { name items(first: 5) { nodes { slug name } } }
  }
  rateLimit { cost remaining resetAt }
}`,
    },
  ];
}
