// The thread that compares texts: each message is a pair of texts, and each response is their diff. It has the limits of one answer.
import { parentPort } from 'node:worker_threads';
import { unifiedDiff, type DiffBudget, type TextPair } from './unified-diff.ts';

/** 20,000 lines that moved about take less than this; only texts that are made for it take more. */
const MAX_STEPS = 200_000_000;

const budget: DiffBudget = { steps: MAX_STEPS, edits: 20_000, bytes: 1_024 ** 2 };
parentPort?.on('message', (pair: TextPair) => parentPort?.postMessage(unifiedDiff(pair, budget), []));
