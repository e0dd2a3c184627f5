// The certificates that a device with Android attests a passkey with, in DER: one of its key, signed by one that names where the revoked ones are.
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** The first is of the key of the passkey; the last one signs itself, and says at which address the revoked certificates are. */
export function androidCertificates(key: KeyObject, clientDataHash: Buffer, revokedAt: string): Buffer[] {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const distributionPoints = sequence(sequence(der(0xa0, der(0xa0, der(0x86, revokedAt)))));
  const description = sequence(integer(3), der(0x0a, [1]), integer(4), der(0x0a, [1]),
    octets(clientDataHash), octets(Buffer.alloc(0)), sequence(), sequence()); // prettier-ignore
  return [
    certificate('Device', key, extension([0x2b, 6, 1, 4, 1, 0xd6, 0x79, 2, 1, 0x11], description), root.privateKey),
    certificate('Root', root.publicKey, extension([0x55, 0x1d, 0x1f], distributionPoints), root.privateKey),
  ];
}

function certificate(subject: string, key: KeyObject, extensions: Buffer, signer: KeyObject): Buffer {
  const ecdsaWithSha256 = sequence(der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2]));
  const validity = sequence(der(0x17, '200101000000Z'), der(0x17, '491231235959Z'));
  const body = sequence(der(0xa0, integer(2)), integer(1), ecdsaWithSha256, name('Root'), validity, name(subject),
    key.export({ type: 'spki', format: 'der' }), der(0xa3, sequence(extensions))); // prettier-ignore
  return sequence(body, ecdsaWithSha256, der(0x03, [0], sign('sha256', body, signer)));
}

const name = (text: string) => sequence(der(0x31, sequence(der(0x06, [0x55, 4, 3]), der(0x0c, text))));
const extension = (id: number[], value: Buffer) => sequence(der(0x06, id), octets(value));
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const integer = (value: number) => der(0x02, [value]);
const octets = (value: Buffer) => der(0x04, value);

/** A tag, the length, and the parts. */
function der(tag: number, ...parts: (Buffer | string | number[])[]): Buffer {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
