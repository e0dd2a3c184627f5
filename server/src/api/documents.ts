// Documents that programs read: the OpenAPI document of the API, and the schema of realm.json.
import { ManifestSchema, openApiDocument } from '@realm-catalog/contract';
import { version, type Config } from '../config/config.ts';
import { documentResponse, JSON_TYPE } from '../http/response.ts';
import { loadOnce } from '../concurrency/load-once.ts';
import type { RawHandler } from './raw-routes.ts';

/** `oauth` has the paths of the authorization server. Each document is written with its first request: a start does not wait for it. */
export function openDocuments(
  { publicUrl, stagingUrl }: Config,
  oauth: { authorization: string; token: string },
): Record<'openApi' | 'manifestSchema', RawHandler> {
  const servers = [{ url: `${publicUrl}/v1`, description: 'This catalog' }];
  if (stagingUrl) servers.push({ url: `${stagingUrl}/v1`, description: 'Staging' });
  const addresses = { authorizationUrl: publicUrl + oauth.authorization, tokenUrl: publicUrl + oauth.token };
  return {
    openApi: loadOnce(async () =>
      documentResponse(JSON.stringify(openApiDocument(version, { servers, oauth: addresses })), JSON_TYPE),
    ),
    manifestSchema: loadOnce(async () =>
      documentResponse(
        JSON.stringify({ $id: `${publicUrl}/schemas/realm.json`, ...ManifestSchema }),
        'application/schema+json; charset=utf-8',
      ),
    ),
  };
}
