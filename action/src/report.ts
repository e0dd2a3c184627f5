// Tells the runner and the people what was done: outputs, a summary of the step, and messages in the log.
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';

type Environment = Record<string, string | undefined>;

export interface Result {
  slug: string;
  version: string;
  status: 'published' | 'already_published' | 'valid';
  sha256: string;
  size: number;
  url: string;
}

export const titles: Record<Result['status'], string> = {
  published: 'Published',
  already_published: 'Already published',
  valid: 'Valid',
};

/** The delimiter is random, so that no value can end early and set another output. */
export function writeOutputs(env: Environment, result: object): void {
  const file = env['GITHUB_OUTPUT'];
  if (!file) return;
  for (const [name, value] of Object.entries(result)) {
    const delimiter = randomUUID();
    appendFileSync(file, `${name}<<${delimiter}\n${String(value)}\n${delimiter}\n`);
  }
}

export function writeSummary(env: Environment, result: Result, files: string[]): void {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (!file) return;
  const { slug, version, status, sha256, size, url } = result;
  const rows = [
    ['Realm', url ? `[${cell(slug)}](${url})` : cell(slug)],
    ['Version', cell(version) || 'the next'],
    ['Files', String(files.length)],
    ['Archive', `${size} bytes, SHA-256 \`${sha256}\``],
  ];
  const table = rows.map(([name, value]) => `| ${name} | ${value} |`).join('\n');
  appendFileSync(file, `### ${titles[status]}: ${cell(slug)} ${cell(version)}\n\n| | |\n|---|---|\n${table}\n\n`);
}

/** A summary that is Markdown already. */
export function appendSummary(env: Environment, text: string): void {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (file) appendFileSync(file, `${text}\n`);
}

/** Text in a cell of a table, without anything that Markdown or HTML would obey. */
const cell = (text: string) => text.replaceAll(/[^\w.+ -]/g, '').slice(0, 200);

/** A message of the runner's own format, whose text may have several lines. */
export function message(kind: 'error' | 'warning' | 'add-mask', text: string): void {
  const escaped = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  process.stdout.write(`::${kind}::${escaped}\n`);
}
