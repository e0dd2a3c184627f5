// A certificate for tests of TLS, signed by its own key. Node makes keys and no certificates, so its few fields are written here.
import { generateKeyPairSync, sign } from 'node:crypto';

const [SEQUENCE, SET, INTEGER, BIT_STRING, OBJECT, TEXT, TIME, VERSION] = [0x30, 0x31, 2, 3, 6, 0x0c, 0x18, 0xa0];

/** One value of ASN.1, in DER. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const length = bytes.length < 128 ? [bytes.length] : [0x82, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...length), bytes]);
}

const ECDSA_WITH_SHA256 = der(SEQUENCE, der(OBJECT, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = der(OBJECT, Buffer.from('550403', 'hex'));

export function selfSigned(): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(TEXT, Buffer.from('catalog.example')))));
  const validity = ['20200101000000Z', '21000101000000Z'].map((time) => der(TIME, Buffer.from(time)));
  const fields = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.of(2))),
    der(INTEGER, Buffer.of(1)),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, ...validity),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(BIT_STRING, Buffer.of(0), sign('sha256', fields, privateKey));
  const certificate = der(SEQUENCE, fields, ECDSA_WITH_SHA256, signature)
    .toString('base64')
    .replaceAll(/.{64}/g, '$&\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
