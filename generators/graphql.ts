// A program on the types of graphql-codegen, which asks by `fetch`.
import { query, type NewestQuery, type NewestQueryVariables } from './generated/graphql';
import { baseUrl, fail } from './arguments';

async function ask(variables: NewestQueryVariables): Promise<NewestQuery> {
  const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };
  const answer = await fetch(`${baseUrl}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as { data?: NewestQuery; errors?: unknown };
  return data ?? fail(errors);
}

async function main(): Promise<void> {
  const { realms, rateLimit } = await ask({ first: 5, sort: 'name' });
  // @ts-expect-error -- there is no such order
  void (() => ask({ first: 5, sort: 'colour' }));
  const names: string[] = realms?.nodes.map(({ name, author }) => `${name} by ${author.username}`) ?? [];
  const downloads: number = realms?.nodes.reduce((sum, { downloadCount }) => sum + downloadCount, 0) ?? 0;
  console.log(JSON.stringify({ names, downloads, total: realms?.totalCount, cost: rateLimit.cost }));
}

void main();
