// Generated histories of a template, and of projects that were made of its first version: edits, moves, splits, removals and new files.

/** Contents by paths. */
export type Version = Record<string, string>;

export interface History {
  versions: Version[];
  /** The project, made of the first version. Lines of its own begin with `mine`. */
  ours: Version;
}

type Pick = (below: number) => number;

/** The same for the same seed. */
export function historyOf(seed: number): History {
  const pick = numbersFrom(seed);
  const [template, project] = [changerOf(pick, 'theirs'), changerOf(pick, 'mine')];
  const first = firstVersion(pick);
  const versions = [first];
  for (let left = 2 + pick(4); left > 0; left -= 1)
    versions.push(template.change(versions.at(-1) ?? {}, TEMPLATE_CHANGES, 1 + pick(3)));
  return { versions, ours: project.change(first, PROJECT_CHANGES, 1 + pick(3)) };
}

/** Numbers below a bound: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function numbersFrom(seed: number): Pick {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const FOLDERS = ['', 'src/', 'src/pages/', 'lib/', 'docs/'];
const NAMES = ['home', 'about', 'cart', 'guide', 'server', 'tools', 'parts', 'list'];
const COMMON = ['}', '', '', 'return;', '});'];

function firstVersion(pick: Pick): Version {
  const files: Version = {};
  for (let file = 5 + pick(10); file > 0; file -= 1) {
    const lines = Array.from({ length: 5 + pick(45) }, (_, at) =>
      pick(4) === 0 ? (COMMON[pick(COMMON.length)] ?? '') : `file ${file}, line ${at}`,
    );
    files[newPath(files, pick)] = textOf(lines);
  }
  return files;
}

function newPath(files: Version, pick: Pick): string {
  const folder = FOLDERS[pick(FOLDERS.length)] ?? '';
  const name = NAMES[pick(NAMES.length)] ?? '';
  for (let number = 0; ; number += 1) {
    const path = `${folder}${name}${number || ''}.txt`;
    if (!(path in files)) return path;
  }
}

const linesOf = (text = '') => text.split('\n').slice(0, -1);
const textOf = (lines: string[]) => lines.map((line) => `${line}\n`).join('');

type Change = 'edit' | 'move' | 'move and edit' | 'split' | 'remove' | 'add';
const TEMPLATE_CHANGES: Change[] = ['edit', 'edit', 'edit', 'move', 'move and edit', 'split', 'remove', 'add'];
const PROJECT_CHANGES: Change[] = [
  'edit',
  'edit',
  'edit',
  'edit',
  'edit',
  'move',
  'move and edit',
  'split',
  'remove',
  'add',
];

/** Each line that is written is the only one of its kind, and begins with `who`. */
function changerOf(pick: Pick, who: string) {
  let written = 0;
  const newLine = () => `${who} ${(written += 1)}.`;

  function edited(text: string): string {
    let lines = linesOf(text);
    for (let left = 1 + pick(2); left > 0; left -= 1) {
      const [at, removed, added] = [pick(lines.length + 1), pick(2), pick(3)];
      lines = lines.toSpliced(at, removed, ...Array.from({ length: added }, newLine));
    }
    return textOf(lines);
  }

  function changed(before: Version, kind: Change): Version {
    const files = { ...before };
    const paths = Object.keys(files);
    const path = paths[pick(paths.length)];
    const to = newPath(files, pick);
    if (kind === 'add' || path === undefined)
      return { ...files, [to]: textOf(Array.from({ length: 4 + pick(8) }, newLine)) };
    const text = files[path] ?? '';
    if (kind === 'edit') return { ...files, [path]: edited(text) };
    delete files[path];
    if (kind === 'remove') return files;
    if (kind !== 'split') return { ...files, [to]: kind === 'move' ? text : edited(text) };
    const lines = linesOf(text);
    const at = pick(lines.length + 1);
    const isMoved = pick(2) === 0;
    const first = isMoved ? newPath({ ...files, [to]: '' }, pick) : path;
    return { ...files, [first]: textOf(lines.slice(0, at)), [to]: textOf(lines.slice(at)) };
  }

  return {
    change(before: Version, kinds: Change[], count: number): Version {
      let files = before;
      for (let left = count; left > 0; left -= 1) files = changed(files, kinds[pick(kinds.length)] ?? 'edit');
      return files;
    },
  };
}
