// Archives that must be refused, each built by code, by its name, with what the refusal must say of it.
import { hostileGzips } from './hostile-gzips.ts';
import { hostileManifests } from './hostile-manifests.ts';
import { hostileNames } from './hostile-names.ts';
import { hostileTars } from './hostile-tars.ts';
import { hostileZips } from './hostile-zips.ts';

export interface Hostile {
  type: 'application/gzip' | 'application/zip';
  bytes: Buffer;
  why: RegExp;
}
export type Corpus = Record<string, () => Hostile>;

export const hostileArchives: Corpus = {
  ...hostileNames,
  ...hostileManifests,
  ...hostileGzips,
  ...hostileTars,
  ...hostileZips,
};
