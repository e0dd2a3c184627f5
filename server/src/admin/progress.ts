// Shows the progress of long work: as a bar on a terminal, otherwise as a line now and then.

const BAR_WIDTH = 40;
const TERMINAL_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 5_000;

/** `work` calls `step` for each of `total` units. */
export async function withProgress<Result>(
  label: string,
  total: number,
  work: (step: () => void) => Promise<Result>,
): Promise<Result> {
  const { isTTY } = process.stderr;
  const interval = isTTY ? TERMINAL_INTERVAL_MS : LINE_INTERVAL_MS;
  let [done, shownAt] = [0, Date.now()];
  function show(): void {
    const ratio = total === 0 ? 1 : Math.min(done / total, 1);
    const bar = '█'.repeat(Math.round(ratio * BAR_WIDTH)).padEnd(BAR_WIDTH, '░');
    const percent = `${Math.floor(ratio * 100)} %`;
    process.stderr.write(isTTY ? `\r${label.padEnd(16)} ${bar} ${percent.padStart(5)}` : `${label}: ${percent}\n`);
    shownAt = Date.now();
  }
  const result = await work(() => {
    done += 1;
    if (Date.now() - shownAt > interval) show();
  });
  done = total;
  show();
  if (isTTY) process.stderr.write('\n');
  return result;
}
