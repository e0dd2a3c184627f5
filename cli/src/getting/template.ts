// What the realm of an archive asks of those who take it.
import type { ArchiveContents } from '@realm-catalog/archive';
import { readTemplate, Refusal, requireFiles, type Template } from '@realm-catalog/archive/templates';

const NOTHING: Template = { variables: {}, parts: {}, leaveOut: [] };

/** What was published is not refused any more: a realm.json that breaks a rule asks nothing. The catalog does the same. */
export function templateOf({ manifest, paths }: Pick<ArchiveContents, 'manifest' | 'paths'>): Template {
  if (!manifest) return NOTHING;
  try {
    const template = readTemplate(JSON.parse(new TextDecoder().decode(manifest)) as object);
    requireFiles(template, paths);
    return template;
  } catch (error) {
    if (error instanceof Refusal || error instanceof SyntaxError || error instanceof TypeError) return NOTHING;
    throw error;
  }
}
