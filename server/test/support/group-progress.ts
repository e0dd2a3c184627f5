// Follows the files that run in one process (`group.ts`), where each file is a suite: a line for each as it ends.

interface Started {
  name: string;
  nesting: number;
}

interface Ended extends Started {
  details: { duration_ms: number; type?: string | undefined };
}

export function groupProgress(namesOf: Map<string, string[]>) {
  const left = new Set([...namesOf.values()].flat());
  let current: { file: string; tests: number } | undefined;
  return {
    /** The file whose tests are reported at the moment. */
    get currentFile(): string | undefined {
      return current?.file;
    },
    start({ name, nesting }: Started): void {
      if (nesting === 0) current = left.has(name) ? { file: name, tests: 0 } : undefined;
    },
    end({ name, nesting, details }: Ended, mark: string): void {
      if (!current) return;
      if (details.type !== 'suite') current.tests += 1;
      if (nesting > 0 || name !== current.file) return;
      console.log(
        `${current.tests > 0 ? mark : '✖'} ${name}  ${current.tests} tests  ${(details.duration_ms / 1_000).toFixed(1)} s`,
      );
      if (current.tests > 0) left.delete(name);
      current = undefined;
    },
    /** The files of which no test has run, or which a process has left out because it ended before. */
    unended: (): string[] => [...left],
  };
}
