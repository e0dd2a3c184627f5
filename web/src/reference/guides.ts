// The guides of the reference: credentials, rate limits and conventions, each explained once for all operations.
import { scopeMeanings } from '@realm-catalog/contract';
import { html, type Html } from '../html.ts';
import { exactNumber } from '../numbers.ts';
import { command } from '../parts/command.ts';
import type { Site } from '../site.ts';

/** Requests an hour. */
export interface RateLimits {
  free: number;
  authenticated: number;
  premium: number;
  pages: number;
}

export function authentication({ publicUrl, basePath }: Site): Html {
  const login = `curl -X POST '${publicUrl}/v1/api/auth/login' \\
  -H 'Content-Type: application/json' \\
  -d '{"username":"alice","password":"correct horse battery staple"}'`;
  const key = `curl -X POST '${publicUrl}/v1/api/keys' \\
  -H "Authorization: Bearer $REALM_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"laptop"}'`;
  return html`<section aria-labelledby="authentication">
    <h2 id="authentication">Authentication</h2>
    <p>
      Reading needs no account. Everything else takes a credential in the header
      <code>Authorization: Bearer …</code>. There are three kinds, and an upload has a token of its own.
    </p>
    <dl class="meanings">
      <dt>API key</dt>
      <dd>For your own programs. It is good until you revoke it, or until the time that you gave it.</dd>
      <dt>JWT of a login</dt>
      <dd>For 15 minutes. A login also gives a refresh token for the next one.</dd>
      <dt>OAuth 2.0 access token</dt>
      <dd>
        For applications that act for other people: authorization code with PKCE, devices without a browser, and client
        credentials. The addresses are in the
        <a href="${basePath}/.well-known/oauth-authorization-server">metadata of the authorization server</a>.
      </dd>
      <dt>Upload token</dt>
      <dd>For one upload, within an hour. It comes with the address to send the archive to.</dd>
    </dl>
    <p><a href="${basePath}/docs/api/accounts#register">Open an account</a>, then log in:</p>
    ${command(login)}
    <p>Put the token of the answer into the variable <code>REALM_TOKEN</code>, and make a key with it:</p>
    ${command(key)}
    <h3 id="scopes">Scopes</h3>
    <p>A credential may do what its scopes say. Each operation names the scope that it needs.</p>
    <dl class="meanings">
      ${Object.entries(scopeMeanings).map(
        ([scope, text]) =>
          html`<dt><code>${scope}</code></dt>
            <dd>${text}.</dd>`,
      )}
    </dl>
  </section>`;
}

export function rateLimits({ basePath }: Site, limits: RateLimits): Html {
  const rows = [
    ['Without a credential', limits.free, 'of one address'],
    ['With a credential', limits.authenticated, 'of one account'],
    ['Premium', limits.premium, 'of one account'],
  ] as const;
  return html`<section aria-labelledby="limits">
    <h2 id="limits">Rate limits</h2>
    <dl class="totals">
      ${rows.map(
        ([name, limit, whose]) =>
          html`<div>
            <dt>${name}</dt>
            <dd class="number">${exactNumber(limit)}</dd>
            <dd class="small soft">requests an hour ${whose}</dd>
          </div>`,
      )}
    </dl>
    <p>
      Every answer says where you are: <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code>, and
      <code>X-RateLimit-Reset</code>, the end of the hour in Unix seconds. Beyond the limit the answer is a
      <a href="#rate_limited">429</a> whose <code>Retry-After</code> says how many seconds to wait.
      <a href="${basePath}/docs/api/limits#getRateLimit">Reading your rate limit</a> costs nothing, and neither does a
      web page: these have a limit of ${exactNumber(limits.pages)} an hour.
    </p>
  </section>`;
}

export function conventions({ basePath }: Site): Html {
  return html`<section aria-labelledby="conventions">
    <h2 id="conventions">Conventions</h2>
    <dl class="meanings">
      <dt>Addresses</dt>
      <dd>
        Every operation answers at two addresses: <code>/v1/api/realms</code> is <code>/v1/realms</code>. A realm that
        was renamed answers <strong>308</strong> at its old address, with the new one in <code>Location</code>.
      </dd>
      <dt>Lists</dt>
      <dd>
        <code>limit</code> and <code>offset</code> choose a page, and <code>pagination</code> says what was applied. The
        header <code>Link</code> leads to the other pages.
      </dd>
      <dt>Values</dt>
      <dd>
        Times are RFC 3339 in UTC, ids are UUIDs. A text that nobody has set is empty; no field is <code>null</code>.
      </dd>
      <dt>Caching</dt>
      <dd>
        Send the <code>ETag</code> of an answer in <code>If-None-Match</code>: if nothing has changed, the answer is a
        <strong>304</strong> without a body.
      </dd>
      <dt>Retries</dt>
      <dd>
        With the same <code>Idempotency-Key</code>, a download, a new realm or an upload that is asked for twice within
        24 hours happens once.
      </dd>
      <dt>Browsers</dt>
      <dd>Pages of every origin may call the API (CORS).</dd>
      <dt>Tools</dt>
      <dd>
        The <a href="${basePath}/v1/openapi.json">OpenAPI 3.1 document</a> has all of this for programs that make
        clients.
      </dd>
    </dl>
  </section>`;
}
