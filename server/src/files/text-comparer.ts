// Compares texts in a thread of its own, which starts with the first texts and ends with the comparison, or when nobody waits for it any more.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { TextPair } from '@realm-catalog/archive/diffs';
import type { PairDiff } from './diff-budget.ts';

export interface TextComparer extends AsyncDisposable {
  compare(pair: TextPair): Promise<PairDiff>;
}

const WORKER_MEMORY_MIB = 256;

export function textComparer(signal: AbortSignal): TextComparer {
  let worker: Worker | undefined;
  return {
    async compare(pair) {
      worker ??= startWorker();
      const responded = once(worker, 'message', { signal }); // rejects if the thread fails
      worker.postMessage(pair, []); // nothing is transferred
      const [result] = (await responded) as [PairDiff];
      return result;
    },
    async [Symbol.asyncDispose]() {
      await worker?.terminate();
    },
  };
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./diff-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MIB },
  });
  // When nobody waits any more, the thread may still fail before it has ended. Without a listener, that would end the server.
  return worker.on('error', () => undefined);
}
