// What tests of second factors do over HTTP: add an authenticator app, save recovery codes, and show a code as the app would.
import assert from 'node:assert/strict';
import { totpCode } from '../../../src/accounts/factors/totp.ts';
import { bearer, json, PASSWORD, type Reply, type TestCatalog } from '../../support/harness.ts';

const STEP_MS = 30_000;

/** The code that an app shows now, or some steps from now. */
export const codeOf = (secret: string, stepsAhead = 0): string =>
  totpCode(secret, Math.floor(Date.now() / STEP_MS) + stepsAhead);

/** Another code than the one that the app shows, and than those before and after it. */
export function wrongCodeOf(secret: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((step) => codeOf(secret, step)));
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !right.has(code)) ?? '';
}

export async function newApp(catalog: TestCatalog, token: string): Promise<{ secret: string; uri: string }> {
  const { status, body, text } = await catalog.ask('/v1/me/second-factors/totp', { method: 'POST', ...bearer(token) });
  assert.equal(status, 201, text);
  return body as { secret: string; uri: string };
}

export async function newCodes(catalog: TestCatalog, token: string): Promise<string[]> {
  const request = { method: 'POST', ...bearer(token) };
  const { status, body, text } = await catalog.ask('/v1/me/second-factors/recovery-codes', request);
  assert.equal(status, 201, text);
  return (body as { codes: string[] }).codes;
}

/** Turns second factors on: an app, whose code of the step before is used for that, and recovery codes. */
export async function turnOn(catalog: TestCatalog, token: string): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await newApp(catalog, token);
  const codes = await newCodes(catalog, token);
  const put = (what: string, code?: string) =>
    catalog.ask(`/v1/me/second-factors/${what}`, json({ code }, token, 'PUT'));
  const confirmed = await put('totp', codeOf(secret, -1));
  // The code is too old if the next step has begun meanwhile.
  const { status, text } = confirmed.status === 204 ? confirmed : await put('totp', codeOf(secret, -1));
  assert.equal(status, 204, text);
  const saved = await put('recovery-codes', codes[0]);
  assert.equal(saved.status, 204, saved.text);
  return { secret, codes };
}

export const logInWith = (catalog: TestCatalog, username: string, code?: string, address = ''): Promise<Reply> => {
  const init = json({ username, password: PASSWORD, ...(code !== undefined && { code }) });
  return catalog.ask('/v1/auth/login', { ...init, headers: { ...init.headers, 'x-forwarded-for': address } });
};

/** The reply, which must have this status, and this code of a problem. */
export function answered(status: number, reply: Reply, code?: string): Reply {
  assert.equal(reply.status, status, reply.text);
  if (code !== undefined) assert.equal((reply.body as { code: string }).code, code, reply.text);
  return reply;
}
