// What stands in the way of a release.

interface ReleaseState {
  version: string;
  /** The version of each workspace, by its folder. */
  versions: Record<string, string>;
  changelog: string;
  hasChanges: boolean;
}

export function releaseFaults({ version, versions, changelog, hasChanges }: ReleaseState): string[] {
  const others = Object.entries(versions).filter(([, other]) => other !== version);
  return [
    ...others.map(
      ([folder, other]) => `${folder}/package.json has version ${other}, not ${version}: versions move together.`,
    ),
    ...(changelog.split('\n').some((line) => line.startsWith(`## ${version}`))
      ? []
      : [`CHANGELOG.md has no section for ${version}.`]),
    ...(hasChanges ? ['There are changes that are not committed.'] : []),
  ];
}
