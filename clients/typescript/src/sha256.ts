// SHA-256 of bytes that come in chunks.
import type { Hash } from './own-sha256.ts';
import { nodeProcess } from './runtime.ts';

/** That of Node where there is one, which is several times as fast. A page loads our own with its first archive: most pages only read. */
export async function newHash(): Promise<Hash> {
  const native = nodeProcess?.getBuiltinModule?.('node:crypto').createHash('sha256');
  if (!native) return (await import('./own-sha256.ts')).ownHash();
  return { update: (bytes) => native.update(bytes), hex: () => native.digest('hex') };
}
