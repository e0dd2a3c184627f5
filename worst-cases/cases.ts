// Every worst case, in the order of the table.
import { archiveCases } from './archives.ts';
import { bodyCases } from './bodies.ts';
import { connectionCases } from './connections.ts';
import { dashboardCases } from './dashboards.ts';
import { fileFormCases } from './file-forms.ts';
import { formCases } from './forms.ts';
import { graphqlErrorCases } from './graphql-errors.ts';
import { graphqlCases } from './graphql.ts';
import { headerCases } from './headers.ts';
import { oauthCases } from './oauth.ts';
import { pageCases } from './pages.ts';
import { pictureCases } from './pictures.ts';
import { manyTagsCases, queryCases } from './queries.ts';
import type { WorstCase } from './case.ts';

export const worstCases: WorstCase[] = [
  ...bodyCases,
  ...queryCases,
  ...graphqlCases,
  ...graphqlErrorCases,
  ...headerCases,
  ...connectionCases,
  ...oauthCases,
  ...formCases,
  ...fileFormCases,
  ...dashboardCases,
  ...pageCases,
  ...archiveCases,
  ...pictureCases,
  ...manyTagsCases,
];
