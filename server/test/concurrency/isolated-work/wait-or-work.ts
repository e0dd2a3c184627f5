// The process of a test: a job either waits or works for as long as it says.
import { setTimeout } from 'node:timers/promises';

process.on('message', ({ waitMs, workMs }: { waitMs: number; workMs: number }) => {
  const endsAt = process.cpuUsage().user / 1_000 + workMs;
  while (process.cpuUsage().user / 1_000 < endsAt);
  void setTimeout(waitMs).then(() => process.send?.('done'));
});
process.send?.('ready');
