// What an archive says of its realm: `realm.json`, checked by its schema, and `README.md`.
import type { Manifest } from '@realm-catalog/contract/manifest';
import { readText, toReadme } from './archive-text.ts';
import type { ArchiveContents } from './ledger.ts';
import { readManifest } from './manifest.ts';
import { requireFiles } from './templates/template.ts';

/** What an archive that was read says: its numbers and sizes, `realm.json` and the README. The last two are empty where there is no such file. */
export interface ArchiveFacts extends Omit<ArchiveContents, 'manifest' | 'readme' | 'paths'> {
  manifest: Manifest;
  readme: string;
}

/** Throws a `Refusal` if one of the files breaks a rule. */
export function readFacts({ paths, ...contents }: ArchiveContents): ArchiveFacts {
  const manifest = readManifest(readText('realm.json', contents.manifest));
  const { variables = {}, parts = {}, leaveOut = [] } = manifest;
  requireFiles({ variables, parts, leaveOut }, paths);
  return { ...contents, manifest, readme: toReadme(readText('README.md', contents.readme)) };
}
