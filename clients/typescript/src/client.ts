// The client of a catalog: a method for each operation of the contract, and what is composed of them.
import { apiAddress, queryText } from './addresses.ts';
import type { Archive } from './archive-source.ts';
import { callOf, type Call, type CallOptions } from './call.ts';
import { downloadArchive, type ArchiveLink, type DownloadOptions } from './download-archive.ts';
import type { Methods, RealmsMethods, UploadedVersion } from './generated.ts';
import { calls } from './generated-calls.ts';
import { methodOf, outgoing, started } from './operation-calls.ts';
import { publish, type PublishOptions } from './publish.ts';
import type { RateLimit } from './rate-limit.ts';
import { readData } from './response.ts';
import { openTransport, type TransportOptions } from './transport.ts';

export interface ClientOptions extends TransportOptions {
  /** The address of the catalog, with or without `/v1`. */
  baseUrl: string | URL;
}

export interface RequestOptions extends CallOptions {
  query?: object | undefined;
  /** Sent as JSON. */
  body?: unknown;
}

/** The methods of realms, and what is composed of them. */
export interface RealmsClient extends RealmsMethods {
  /** Opens an upload and sends the archive. After a break, nothing is published twice. */
  publish(slug: string, archive: Archive, options?: PublishOptions): Promise<UploadedVersion>;
}

export interface Client extends Methods {
  /** Listing, reading, downloading, changing and publishing realms. */
  realms: RealmsClient;
  /** The bytes behind a link of `realms.download`: resumed after a break; it fails at its end unless size and SHA-256 are as promised. */
  downloadArchive(link: ArchiveLink, options?: DownloadOptions): ReadableStream<Uint8Array>;
  /** Any request below `/v1/api`, whose spelling may be part of the path. It is repeated if it is a read, or has an `idempotencyKey`. */
  request(method: string, path: string, options?: RequestOptions): Call<unknown>;
  /** The hourly limit of the caller, as the last response had it. */
  readonly rateLimit: RateLimit | undefined;
}

export function createClient({ baseUrl, ...settings }: ClientOptions): Client {
  const api = apiAddress(baseUrl);
  const transport = openTransport(new URL(api).origin, settings);
  const groups: Record<string, Record<string, unknown>> = {};
  for (const [group, rows] of Object.entries(calls)) {
    const methods: Record<string, unknown> = (groups[group] = {});
    for (const [name, row] of Object.entries(rows)) {
      const onData = (data: unknown) => settings.hooks?.onData?.({ method: `${group}.${name}`, data });
      methods[name] = methodOf(row, api, transport, onData);
    }
  }
  const methods = groups as unknown as Methods;
  const { realms } = methods;
  return {
    ...methods,
    realms: {
      ...realms,
      publish: (slug, archive, options = {}) => publish(transport, realms, slug, archive, options),
    },
    downloadArchive: (link, options = {}) => downloadArchive(transport, link, options),
    request(method, path, { query, body, ...options } = {}) {
      const url = api + path.replace(/^(?:\/?v1(?:\/api)?(?=\/|$))?\/?/, '/') + queryText(query);
      const request = outgoing({ method, url, body, hasIdempotencyKey: false, options });
      const read = method === 'HEAD' ? async () => undefined : readData;
      return started(callOf<unknown>(() => transport.send<unknown>(request, options, read)));
    },
    get rateLimit() {
      return transport.rateLimit;
    },
  };
}
