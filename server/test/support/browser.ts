// A small browser for tests: it walks through the catalog's pages as a person without scripts would.
import assert from 'node:assert/strict';
import { PUBLIC_URL } from './harness.ts';

export interface Page {
  url: string;
  status: number;
  headers: Headers;
  text: string;
}

interface Sent {
  body?: URLSearchParams;
  headers: object;
}

/**
 * Keeps cookies, follows redirects within the catalog, and sends forms; what leaves the catalog is where it stops.
 * The public address leads to `url`. What its cookies hold is added to `seen`. `beforeRedirect` may keep it waiting.
 */
export function browserAt(url: string, seen: Set<string>, beforeRedirect = async (_from: string) => {}) {
  const jar = new Map<string, { value: string; path: string }>();

  function keep(header: string): void {
    const [pair = '', ...attributes] = header.split('; ');
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    const names = new Set(attributes.map((text) => text.toLowerCase()));
    assert.ok(names.has('secure'), `${name} is secure, as the public address is https`);
    if (value === '' || /expires=Thu, 01 Jan 1970/.test(header)) return void jar.delete(name + path);
    assert.ok(names.has('httponly') && names.has('samesite=lax'), header);
    jar.set(name + path, { value: pair, path });
    if (!name.endsWith('.sig')) seen.add(value);
  }

  async function open(address: string, sent?: Sent, formTargets?: string): Promise<Page> {
    if (!address.startsWith(`${PUBLIC_URL}/`)) {
      assert.ok(formTargets === undefined || isAmong(formTargets, address), `a browser does not go on to ${address}`);
      return { url: address, status: 0, headers: new Headers(), text: '' };
    }
    const { pathname } = new URL(address);
    const cookies = [...jar.values()].filter(({ path }) => path === '/' || `${pathname}/`.startsWith(`${path}/`));
    const headers = { ...sent?.headers, cookie: cookies.map(({ value }) => value).join('; '), accept: 'text/html' };
    const request = sent?.body ? { method: 'POST', body: sent.body } : {};
    const response = await fetch(address.replace(PUBLIC_URL, url), { ...request, headers, redirect: 'manual' });
    for (const header of response.headers.getSetCookie()) keep(header);
    const location = response.headers.get('location');
    if (location) {
      await beforeRedirect(address);
      return open(new URL(location, address).href, undefined, formTargets);
    }
    return { url: address, status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Fills in the form of the page that has the button, and presses it. */
  async function submit(page: Page, button: string, fields: object = {}, headers: object = {}): Promise<Page> {
    const forms = [...page.text.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)];
    const [, attributes = '', content = ''] =
      forms.find(([form]) => form.includes(`>${button}</button>`)) ?? assert.fail(page.text);
    const body = new URLSearchParams();
    for (const [input] of content.matchAll(/<input(?=[^>]*\sname=)[\s\S]*?\/>/g))
      body.set(attribute(input, 'name'), attribute(input, 'value'));
    const [, pressed = ''] = new RegExp(`(<button[^>]*>)${button}</button>`).exec(content) ?? assert.fail(content);
    if (attribute(pressed, 'name')) body.set(attribute(pressed, 'name'), attribute(pressed, 'value'));
    for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
    const action = new URL(attribute(attributes, 'action') || page.url, page.url).href;
    const [, targets = ''] = /form-action ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '') ?? [];
    return open(action, { body, headers: { origin: PUBLIC_URL, ...headers } }, targets);
  }

  /** Follows the link that begins with this text. */
  async function follow(page: Page, text: string): Promise<Page> {
    const [, attributes = ''] = new RegExp(`<a ([^>]*)>${text}`).exec(page.text) ?? assert.fail(page.text);
    return open(new URL(attribute(` ${attributes}`, 'href'), page.url).href, { headers: { referer: page.url } });
  }

  /** Goes on with each cookie as this makes it. */
  function changeCookies(change: (cookie: string) => string): void {
    for (const cookie of jar.values()) cookie.value = change(cookie.value);
  }

  return { open, submit, follow, changeCookies };
}

/** Browsers follow the redirects after a form only to what `form-action` of its page names. */
function isAmong(targets: string, address: string): boolean {
  const { origin, protocol } = new URL(address);
  return targets.split(' ').some((target) => target === origin || target === protocol);
}

function attribute(tag: string, name: string): string {
  const [, value = ''] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? [];
  return value.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
