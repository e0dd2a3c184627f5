// Tests that run on the first set of stores alone, in a file whose other tests run on both: no store can change what they see.
import { describe, test } from 'node:test';
import { isLarge } from './stores.ts';

const leaveOut = () => undefined;

export const describeOnce = (isLarge ? leaveOut : describe) as typeof describe;
export const testOnce = (isLarge ? leaveOut : test) as typeof test;
