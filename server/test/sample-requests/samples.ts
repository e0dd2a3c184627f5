// The table of samples: a row for each operation, which serves the tests of the OpenAPI document and of the audit.
import type { OperationId } from '@realm-catalog/contract';
import { accountSamples } from './accounts.ts';
import { catalogSamples } from './catalog.ts';
import { credentialSamples } from './credentials.ts';
import { operatorSamples } from './operators.ts';
import { identitySamples } from './identities.ts';
import { mailSamples } from './mail.ts';
import { realmSamples } from './realms.ts';
import { secondFactorSamples } from './second-factors.ts';
import type { OperationSamples } from './sample.ts';
import { versionSamples } from './versions.ts';

export const samples: Record<OperationId, OperationSamples> = {
  ...realmSamples,
  ...versionSamples,
  ...catalogSamples,
  ...accountSamples,
  ...credentialSamples,
  ...operatorSamples,
  ...secondFactorSamples,
  ...mailSamples,
  ...identitySamples,
};
