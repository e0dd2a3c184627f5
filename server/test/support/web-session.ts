// A browser at the web pages for tests, by its cookie: it signs in as a person does, and sends forms as a page of the catalog.
import assert from 'node:assert/strict';
import { PASSWORD, type Reply, type TestCatalog } from './harness.ts';

/** What a browser says of a form that a page of the catalog sends. */
export const ownForm = { 'sec-fetch-site': 'same-origin' };

export const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';

/** As Chromium writes it. */
export function fileForm(content: Buffer | string, name = 'archive.tar.gz'): Buffer {
  const head = `Content-Disposition: form-data; name="archive"; filename="${name}"\r\nContent-Type: application/gzip`;
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

export interface WebBrowser {
  /** The header that holds its session; empty if nobody is signed in. */
  cookie: string;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** A field that is there several times needs a list of pairs. */
  post(
    path: string,
    fields?: Record<string, string> | [string, string][],
    headers?: Record<string, string>,
  ): Promise<Reply>;
  /** Sends a form with one file. */
  sendFile(path: string, content: Buffer | string, name?: string): Promise<Reply>;
}

/** Keeps the cookie that it is given. */
export function webBrowser(catalog: TestCatalog, cookie = '', always: Record<string, string> = {}): WebBrowser {
  const browser: WebBrowser = {
    cookie,
    get: (path, headers) => catalog.ask(path, { headers: { ...sent(), ...headers } }),
    async post(path, fields = {}, headers = {}) {
      const all = { ...sent(), ...ownForm, ...headers };
      const reply = await catalog.ask(path, { method: 'POST', headers: all, body: new URLSearchParams(fields) });
      for (const text of reply.headers.getSetCookie()) browser.cookie = text.replace(/;.*/, '').replace(/^.*=$/, '');
      return reply;
    },
    sendFile(path, content, name = 'archive.tar.gz') {
      const headers = { ...sent(), ...ownForm, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
      return catalog.ask(path, { method: 'POST', headers, body: new Uint8Array(fileForm(content, name)) });
    },
  };
  const sent = () => ({ accept: 'text/html', ...always, ...(browser.cookie !== '' && { cookie: browser.cookie }) });
  return browser;
}

/** The name that a form has for managers of passwords, where it asks for none. */
export const hiddenUsernameIn = (html: string): string | undefined =>
  /<input type="text" value="([^"]*)" autocomplete="username" hidden \/>/.exec(html)?.[1];

export async function signInToWeb(catalog: TestCatalog, username: string): Promise<WebBrowser> {
  const browser = webBrowser(catalog);
  const { status, text } = await browser.post('/sign-in', { username, password: PASSWORD });
  assert.equal(status, 303, text);
  return browser;
}
