// What the client uses of Node, Deno and Bun where it runs on one of them. In browsers it is undefined.

interface NodeProcess {
  versions?: { node?: string };
  getBuiltinModule?(name: 'node:crypto'): {
    createHash(name: 'sha256'): { update(bytes: Uint8Array): void; digest(coding: 'hex'): string };
  };
}

const { process } = globalThis as { process?: NodeProcess };

/** Some bundlers give pages an object of this name, without versions. */
export const nodeProcess = process?.versions?.node ? process : undefined;
