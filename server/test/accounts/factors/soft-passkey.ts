// A passkey made of software, for tests over HTTP: it answers as a browser with an authenticator does. The browser tests use Chromium's own.
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { bearer, json, PUBLIC_URL, type TestCatalog } from '../../support/harness.ts';
import { androidCertificates } from './android-certificates.ts';
import { cbor, type Cbor } from './cbor.ts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

interface HowToCreate {
  origin?: string;
  isVerified?: boolean;
  transports?: unknown;
  /** The address at which the certificates of the device name the revoked ones; without it there are no certificates. */
  revokedAt?: string;
}

export function softPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let count = 0;

  function authenticatorData(rpId: string, flags: number, credential = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE((count += 1));
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, credential]);
  }

  return {
    id: base64url(id),
    /** The answer to `navigator.credentials.create`. */
    create(
      options: { challenge: string; rp: { id: string } },
      { origin = PUBLIC_URL, isVerified = true, transports = ['internal'], revokedAt }: HowToCreate = {},
    ): string {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const key = coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'));
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const flags = USER_PRESENT | HAS_CREDENTIAL | (isVerified ? USER_VERIFIED : 0);
      const data = authenticatorData(options.rp.id, flags, credential);
      const client = clientData('webauthn.create', options.challenge, origin);
      const certificates = revokedAt && androidCertificates(publicKey, sha256(client), revokedAt);
      const attestation = certificates
        ? attestationOf('android-key', certifiedBy(certificates), data)
        : attestationOf('none', new Map(), data);
      const response = { clientDataJSON: base64url(client), attestationObject: base64url(attestation), transports };
      return answer(id, response);
    },
    /** The answer to `navigator.credentials.get`. */
    get(
      options: { challenge: string; rpId: string },
      { origin = PUBLIC_URL, isVerified = true }: { origin?: string; isVerified?: boolean } = {},
    ): string {
      const data = authenticatorData(options.rpId, USER_PRESENT | (isVerified ? USER_VERIFIED : 0));
      const client = clientData('webauthn.get', options.challenge, origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      };
      return answer(id, response);
    },
  };
}

function answer(id: Buffer, response: object): string {
  const text = base64url(id);
  return JSON.stringify({ id: text, rawId: text, type: 'public-key', clientExtensionResults: {}, response });
}

/** CBOR of a public key: EC2, ES256, P-256. */
const coseKey = (x: Buffer, y: Buffer): Buffer =>
  cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, x],
      [-3, y],
    ]),
  );

const attestationOf = (format: string, statement: Map<Cbor, Cbor>, authData: Buffer): Buffer =>
  cbor(
    new Map<Cbor, Cbor>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', authData],
    ]),
  );

const certifiedBy = (certificates: Buffer[]) =>
  new Map<Cbor, Cbor>([
    ['alg', -7],
    ['sig', Buffer.alloc(70)],
    ['x5c', certificates],
  ]);

/** What a page asks the browser for. */
export function questionIn({ text }: { text: string }): { challenge: string; rpId: string; rp: { id: string } } {
  const [, options = ''] = /data-options="([^"]*)"/.exec(text) ?? assert.fail(text);
  return JSON.parse(options.replaceAll('&quot;', '"')) as ReturnType<typeof questionIn>;
}

/** What is sent to add a passkey: the answer to the question of the catalog. */
export async function answerOfPasskey(
  catalog: TestCatalog,
  token: string,
  device = softPasskey(),
  how: HowToCreate = {},
) {
  const path = '/v1/me/second-factors/passkey-question';
  const { status, body, text } = await catalog.ask(path, { method: 'POST', ...bearer(token) });
  assert.equal(status, 201, text);
  const question = body as { options: string; token: string };
  const options = JSON.parse(question.options) as { challenge: string; rp: { id: string } };
  return { token: question.token, name: 'Laptop', response: device.create(options, how) };
}

/** Adds a passkey, and returns its id. */
export async function aPasskey(catalog: TestCatalog, token: string, device = softPasskey()): Promise<string> {
  const request = json(await answerOfPasskey(catalog, token, device), token);
  const { status, body, text } = await catalog.ask('/v1/me/second-factors/passkeys', request);
  assert.equal(status, 201, text);
  return (body as { id: string }).id;
}
