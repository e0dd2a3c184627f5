// The section of a changelog about one version: from the heading that names it to the next heading of its level.

/** A longer changelog is read as far as this; a longer section is cut. */
const MAX_LENGTH = 512 * 1_024;
const MAX_SECTION_LENGTH = 32 * 1_024;

/** In the root of an archive. */
export const CHANGELOG_NAMES = ['CHANGELOG.md', 'Changelog.md', 'changelog.md', 'CHANGES.md', 'HISTORY.md'];

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Returns the text below the heading, as Markdown, whose own headings begin at level 2; undefined if no heading names the version. */
export function changelogSection(text: string, version: string): string | undefined {
  const section: string[] = [];
  let level = 0;
  let fence = '';
  for (const line of linesOf(text.slice(0, MAX_LENGTH))) {
    const [, mark = ''] = FENCE.exec(line) ?? [];
    if (mark !== '' && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    const [, marks = '', title = ''] = (fence === '' && HEADING.exec(line)) || [];
    if (level > 0 && marks !== '' && marks.length <= level) break;
    if (level > 0) section.push(marks === '' ? line : `${marks.slice(level - 1)} ${title}`);
    else if (marks !== '' && names(title, version)) level = marks.length;
  }
  const found = section.join('\n').trim();
  return level === 0 || found === '' ? undefined : found.slice(0, MAX_SECTION_LENGTH).toWellFormed();
}

/** Line by line, since the section of the newest version is near the start. */
function* linesOf(text: string): Iterable<string> {
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end < 0 ? text.length : end).replace(/\r$/, '');
    if (end < 0) return;
    start = end + 1;
  }
}

/** Whether the version is a word of the title, as in `[1.2.0] - 2026-05-01` or `v1.2.0`. */
function names(title: string, version: string): boolean {
  const words = title.slice(0, 200).split(/[\s[\](),:]+/);
  return words.some((word) => word === version || word === `v${version}`);
}
