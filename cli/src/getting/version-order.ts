// The precedence of semantic versions (https://semver.org, 11).

/** Whether the first version comes after the second one. Build metadata do not count. */
export function isNewer(version: string, other: string): boolean {
  const [mine, theirs] = [partsOf(version), partsOf(other)];
  return (compareLists(mine.numbers, theirs.numbers) || compareReleases(mine.labels, theirs.labels)) > 0;
}

/** What is said where nothing is newer. Where newer versions were yanked, the newest that is served may be older. */
export function newestText({ slug, version }: { slug: string; version: string }, served: string): string {
  if (served === version) return `${slug} ${version} is the newest version.`;
  return `This is ${slug} ${version}. The newest version that is not yanked is older: ${served}.`;
}

function partsOf(version: string): { numbers: string[]; labels: string[] } {
  const [, numbers = '', labels = ''] = /^([^+-]*)(?:-([^+]*))?/.exec(version) ?? [];
  return { numbers: numbers.split('.'), labels: labels === '' ? [] : labels.split('.') };
}

/** A release comes after its pre-releases. */
function compareReleases(mine: string[], theirs: string[]): number {
  if (mine.length === 0 || theirs.length === 0) return theirs.length - mine.length;
  return compareLists(mine, theirs);
}

/** Where all parts are equal, the longer list comes later. */
function compareLists(mine: string[], theirs: string[]): number {
  for (const [at, part] of mine.entries()) {
    const other = theirs[at];
    if (other === undefined) return 1;
    if (part !== other) return compareParts(part, other);
  }
  return mine.length - theirs.length;
}

/** Numbers come before words. A number may have more digits than a double can hold. */
function compareParts(part: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(part), /^\d+$/.test(other)];
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (isNumber && part.length !== other.length) return part.length - other.length;
  return part < other ? -1 : 1;
}
