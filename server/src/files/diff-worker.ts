// The thread that compares texts: each message is a pair of texts, and each response is their diff and what it took.
import { parentPort } from 'node:worker_threads';
import { unifiedDiff, type TextPair } from '@realm-catalog/archive/diffs';
import { LIMITS, type PairDiff } from './diff-budget.ts';

function compare(pair: TextPair): PairDiff {
  const left = { ...LIMITS };
  const diff = unifiedDiff(pair, left);
  const { lines, steps, edits, bytes } = LIMITS;
  const costs = {
    lines: lines - left.lines,
    steps: steps - left.steps,
    edits: edits - left.edits,
    bytes: bytes - left.bytes,
  };
  return { diff, costs };
}

parentPort?.on('message', (pair: TextPair) => parentPort?.postMessage(compare(pair), []));
