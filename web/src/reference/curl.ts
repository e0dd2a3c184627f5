// The command line that calls an operation with curl, so that it can be copied and run.
import type { Specification } from '@realm-catalog/contract';
import { exampleOf, type JsonSchema } from './schema.ts';

export interface ExampleRequest {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
}

/** `baseUrl` is the address of the API, with its version. Credentials are taken from variables of the shell. */
export function curlLine(operation: Specification, baseUrl: string, request: ExampleRequest = {}): string {
  const { method, access, input } = operation;
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(baseUrl + addressOf(operation, request))}`,
    ...(access === 'public'
      ? []
      : [`-H "Authorization: Bearer ${access === 'upload' ? '$UPLOAD_TOKEN' : '$REALM_TOKEN'}"`]),
    ...(input === 'picture' ? ["-H 'Content-Type: image/png'", '-T me.png'] : []),
    ...(input === 'archive' ? ["-H 'Content-Type: application/gzip'", '-T my-realm.tar.gz'] : []),
  ];
  const body = exampleBody(operation);
  if (body) parts.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`);
  return parts.join(' \\\n  ');
}

/** The path below the base address, with example values in place of the parameters. */
function addressOf({ path, params, query }: Specification, request: ExampleRequest): string {
  const properties: Record<string, JsonSchema> = params?.properties ?? {};
  const filled = path.replaceAll(/\{(\w+)(\.\.\.)?\}/g, (_, name: string, rest?: string) => {
    const value = request.params?.[name] ?? String(exampleOf(properties[name] ?? {}));
    return rest ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
  const fields: Record<string, JsonSchema> = query?.properties ?? {};
  const needed = (query?.required ?? []).map((name) => [String(name), exampleOf(fields[String(name)] ?? {})]);
  const search = Object.entries(request.query ?? Object.fromEntries(needed)).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return `/api${filled}${search.length > 0 ? `?${search.join('&')}` : ''}`;
}

/** What the body must have; where nothing is required, its first field. */
function exampleBody({ body }: Specification): object | undefined {
  if (!body) return undefined;
  const properties: Record<string, JsonSchema> = body.properties;
  const names = body.required.length > 0 ? body.required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(names.map((name) => [String(name), exampleOf(properties[String(name)] ?? {})]));
}

/** In single quotes a shell takes everything as it is. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
