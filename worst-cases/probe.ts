// Loaded into the catalog's process with `--import`: says how long its event loop was busy without a pause, and how much memory it holds.

/** A message asks for one of these. */
export type Question = 'begin' | 'delay' | 'memory';

const TICK_MS = 1;
let lastTime = performance.now();
let lastWork = workMs();
let longest = { busy: 0, elapsed: 0 };

/** The processor time of this thread, which is the event loop's. */
function workMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Between two looks the event loop went round once, or was at rest. */
function look(): void {
  const [time, work] = [performance.now(), workMs()];
  longest.busy = Math.max(longest.busy, work - lastWork);
  longest.elapsed = Math.max(longest.elapsed, time - lastTime - TICK_MS);
  [lastTime, lastWork] = [time, work];
}
setInterval(look, TICK_MS).unref();

function answer(question: Question): unknown {
  if (question === 'memory') {
    globalThis.gc?.();
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    return { rss, held: heapUsed + external };
  }
  look();
  const found = longest;
  longest = { busy: 0, elapsed: 0 };
  return found;
}

process.on('message', ({ question }: { question: Question }) => process.send?.(answer(question)));
process.channel?.unref();
