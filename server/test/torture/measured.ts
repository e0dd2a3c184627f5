// Loaded into a process with `--expose-gc`, it says how much that process holds after its garbage is collected.

process.on('message', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external, handles: process.getActiveResourcesInfo().length });
});
process.channel?.unref();
