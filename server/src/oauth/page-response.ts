// The pages that people see when they authorize an application: their headers, and how they are rendered. They have no script.
import type { IncomingHttpHeaders } from 'node:http';
import type { Site } from '@realm-catalog/web/site';
import { response, type Response } from '../http/response.ts';
import { themeOf } from '../http/theme.ts';

/** `form-action` also limits redirects after a form was sent, so a page whose form ends at a client names the client as `destination`. */
export function pagePolicy(destination = ''): string {
  const formTargets = `'self' ${destination}`.trim();
  return `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action ${formTargets}; frame-ancestors 'none'`;
}

/** Headers of every page. With a stricter referrer policy, browsers would send `Origin: null` with our own forms. */
export const pageHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': pagePolicy(),
};

/** The source expression for a redirect URI in a policy. A policy cannot contain an IPv6 address or a host with a `;`. */
export function policySource(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri);
  return /^https?:$/.test(protocol) && /^[\w.-]+$/.test(hostname) ? origin : protocol;
}

export type View = (site: Site) => string | Promise<string>;

/** Renders a page in the theme that the visitor chose. */
export type Render = (request: { headers: IncomingHttpHeaders }, view: View) => Promise<string>;

/** `siteFor` takes a theme. */
export function pageRenderer(siteFor: (theme: string) => Promise<Site>): Render {
  return async ({ headers }, view) => view(await siteFor(themeOf(headers)));
}

export function pageResponse(html: string, headers: Record<string, string> = pageHeaders, status = 200): Response {
  return response(status, { ...headers, 'content-type': 'text/html; charset=utf-8' }, Buffer.from(html));
}
