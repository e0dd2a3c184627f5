// Loaded into a process with `--expose-gc`, it says how much that process holds after its garbage is collected, or how much processor
// time it has used.

process.on('message', (asked: { isProcessorTime?: boolean }) => {
  if (asked.isProcessorTime) {
    const { user, system } = process.cpuUsage();
    process.send?.({ milliseconds: (user + system) / 1_000 });
    return;
  }
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external, handles: process.getActiveResourcesInfo().length });
});
process.channel?.unref();
