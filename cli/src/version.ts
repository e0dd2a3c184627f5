// The version of this package.
import { readFileSync } from 'node:fs';

interface Manifest {
  version: string;
}

export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Manifest;
  return manifest.version;
}

/** How requests name this program. */
export const userAgent = () => `realm-catalog-cli/${readVersion()}`;
