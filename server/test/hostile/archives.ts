// Archives that must be refused, each built by code, by its name, with what the refusal must say of it.
import { hostileGzips } from './gzips.ts';
import { hostileManifests } from './manifests.ts';
import { hostileNames } from './names.ts';
import { hostileTars } from './tars.ts';
import { hostileZips } from './zips.ts';

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
